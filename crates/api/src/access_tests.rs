//! Tests beside `access.rs`.

use axum::http::HeaderName;

use super::*;

fn status(headers: &[(HeaderName, &str)]) -> Option<u16> {
    let access = Access::new(vec!["localhost:7431".to_owned(), "[::1]:7431".to_owned()], "secret");
    let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
    access.admit(&headers.collect()).err().map(|problem| problem.status)
}

#[test]
fn host_origin_and_token_must_all_be_right() {
    const TOKEN: (HeaderName, &str) = (header::AUTHORIZATION, "Bearer secret");
    const HOST: (HeaderName, &str) = (header::HOST, "localhost:7431");
    assert_eq!(status(&[HOST, TOKEN]), None);
    assert_eq!(status(&[(header::HOST, "LOCALHOST:7431"), TOKEN]), None);
    assert_eq!(status(&[(header::HOST, "[::1]:7431"), TOKEN]), None);
    assert_eq!(status(&[HOST, (header::AUTHORIZATION, "bearer  secret")]), None);
    assert_eq!(status(&[HOST, TOKEN, (header::ORIGIN, "http://localhost:7431")]), None);

    for host in
        ["", "localhost", "localhost:80", "evil.example:7431", "localhost:7431.evil.example"]
    {
        assert_eq!(status(&[(header::HOST, host), TOKEN]), Some(421), "{host}");
    }
    assert_eq!(status(&[TOKEN]), Some(421), "no host at all");
    for origin in ["null", "http://evil.example", "http://localhost:7432", "file://localhost:7431"]
    {
        assert_eq!(status(&[HOST, TOKEN, (header::ORIGIN, origin)]), Some(403), "{origin}");
    }
    for token in ["", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Basic secret"] {
        assert_eq!(status(&[HOST, (header::AUTHORIZATION, token)]), Some(401), "{token}");
    }
    assert_eq!(status(&[HOST]), Some(401), "no token at all");
}
