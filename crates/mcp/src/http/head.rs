//! Sends the head of a response in time. The SDK holds it back until a handler sends something,
//! which may be when the person answers; clients give up on a response that doesn't begin.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream;
use http_body_util::BodyExt;
use tokio::time::{Interval, MissedTickBehavior};

use super::COMMENTS;

/// Faults that have their own status are found by then; a wait takes longer.
const IN_TIME: Duration = Duration::from_secs(2);
/// Ignored by readers of event streams.
const COMMENT: Bytes = Bytes::from_static(b":\n\n");

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// The response, if it comes soon; otherwise one that begins now and continues with it when it
/// comes.
pub(super) async fn in_time(
    answering: impl Future<Output = Response> + Send + 'static,
) -> Response {
    let mut answering: Answering = Box::pin(answering);
    tokio::select! {
        response = &mut answering => response,
        () = tokio::time::sleep(IN_TIME) => begun(answering),
    }
}

fn begun(answering: Answering) -> Response {
    let mut comments = tokio::time::interval(COMMENTS);
    comments.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let body = Body::from_stream(stream::unfold(Part::Waiting(answering, comments), next));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

enum Part {
    Waiting(Answering, Interval),
    Events(Body),
    Done,
}

async fn next(part: Part) -> Option<(Result<Bytes, axum::Error>, Part)> {
    match part {
        Part::Waiting(mut answering, mut comments) => {
            let response = tokio::select! {
                response = &mut answering => response,
                _ = comments.tick() => return Some((Ok(COMMENT), Part::Waiting(answering, comments))),
            };
            if is_events(&response) {
                return frame(response.into_body()).await;
            }
            // A single document instead of a stream: the head is already sent, so it becomes an
            // event.
            let document = response.into_body().collect().await;
            Some((document.map(|document| event(&document.to_bytes())), Part::Done))
        }
        Part::Events(body) => frame(body).await,
        Part::Done => None,
    }
}

async fn frame(mut body: Body) -> Option<(Result<Bytes, axum::Error>, Part)> {
    let frame = body.frame().await?;
    // Trailers are not used.
    let data = frame.map(|frame| frame.into_data().unwrap_or_default());
    Some((data, Part::Events(body)))
}

fn is_events(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

fn event(document: &[u8]) -> Bytes {
    let mut event = Vec::new();
    for line in document.split(|byte| *byte == b'\n') {
        event.extend_from_slice(b"data: ");
        event.extend_from_slice(line);
        event.push(b'\n');
    }
    event.push(b'\n');
    event.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use tokio::sync::oneshot;

    async fn text(response: Response) -> String {
        String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec())
            .unwrap()
    }

    #[tokio::test]
    async fn what_comes_soon_is_passed_on_as_it_is() {
        let quick = async { (axum::http::StatusCode::BAD_REQUEST, "no").into_response() };
        let response = in_time(quick).await;
        assert_eq!(response.status(), 400);
        assert_eq!(text(response).await, "no");
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_long_begins_before_it_is_there() {
        for (kind, body, expected) in [
            ("text/event-stream", "data: 1\n\ndata: 2\n\n", ":\n\ndata: 1\n\ndata: 2\n\n"),
            ("application/json", "{\n}", ":\n\ndata: {\ndata: }\n\n"),
        ] {
            let (answer, answering) = oneshot::channel::<Response>();
            let response = in_time(async { answering.await.unwrap() }).await;
            assert_eq!(response.status(), 200);
            assert_eq!(response.headers()["content-type"], "text/event-stream");
            let mut body_of = response.into_body();
            let first = body_of.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(first, COMMENT, "{kind}");
            answer.send(([("content-type", kind)], body).into_response()).unwrap();
            let rest = body_of.collect().await.unwrap().to_bytes();
            assert_eq!([&first[..], &rest[..]].concat(), expected.as_bytes(), "{kind}");
        }
    }

    #[tokio::test(start_paused = true)]
    #[expect(clippy::disallowed_methods, reason = "time is paused")]
    async fn a_comment_comes_again_and_again() {
        let response = in_time(std::future::pending()).await;
        let mut body = response.into_body();
        let start = tokio::time::Instant::now();
        for _ in 0..4 {
            assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), COMMENT);
        }
        assert_eq!(start.elapsed(), COMMENTS * 3);
    }
}
