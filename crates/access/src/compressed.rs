//! Long JSON replies are compressed for clients that accept it: a list of thousands is megabytes otherwise.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::middleware::is_json;

/// Shorter ones are sent as they are.
const WORTH_IT: usize = 4_096;

pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let accepts = takes_gzip(request.headers());
    let response = next.run(request).await;
    let plain = !response.headers().contains_key(header::CONTENT_ENCODING);
    if !(accepts && plain && is_json(response.headers())) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(content) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if content.len() < WORTH_IT {
        return Response::from_parts(parts, Body::from(content));
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&content).expect("memory takes it");
    let packed = packer.finish().expect("memory takes it");
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(packed))
}

pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    accepted.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
        |coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            name.trim().eq_ignore_ascii_case("gzip") && weight.trim().replace(' ', "") != "q=0"
        },
    )
}

#[cfg(test)]
#[path = "compressed_tests.rs"]
mod tests;
