//! Tests of `compressed.rs`.

use axum::routing::get;
use axum::{Json, Router, middleware};
use tower::ServiceExt;

use super::*;

async fn reply(length: usize, accepts: Option<&str>) -> (Option<HeaderValue>, usize) {
    let list = async move || Json(vec!["Which database should the service use?"; length]);
    let router = Router::new().route("/", get(list)).layer(middleware::from_fn(compress));
    let mut request = axum::http::Request::builder().uri("/");
    if let Some(accepts) = accepts {
        request = request.header(header::ACCEPT_ENCODING, accepts);
    }
    let response = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let coding = response.headers().get(header::CONTENT_ENCODING).cloned();
    (coding, to_bytes(response.into_body(), usize::MAX).await.unwrap().len())
}

#[tokio::test]
async fn a_long_list_is_a_fraction_of_its_size() {
    let (coding, packed) = reply(5_000, Some("gzip, br")).await;
    let (plain, whole) = reply(5_000, None).await;
    assert_eq!(coding, Some(HeaderValue::from_static("gzip")));
    assert_eq!(plain, None, "who does not ask for it gets it plain");
    assert!(packed * 20 < whole, "{packed} of {whole}");
}

#[tokio::test]
async fn short_or_unwanted_is_plain() {
    assert_eq!(reply(2, Some("gzip")).await.0, None);
    assert_eq!(reply(5_000, Some("gzip;q=0")).await.0, None);
}
