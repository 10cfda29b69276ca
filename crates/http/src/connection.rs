//! One connection: one exchange after the other.

use std::io;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;

use crate::Stream;

pub struct Connection(SendRequest<Full<Bytes>>);

/// Why there is no answer.
pub(crate) struct Unanswered {
    pub(crate) error: io::Error,
    /// Otherwise the other side may have carried it out.
    pub(crate) was_kept_back: bool,
}

impl From<Unanswered> for io::Error {
    fn from(unanswered: Unanswered) -> io::Error {
        unanswered.error
    }
}

impl Connection {
    pub async fn over(stream: Box<dyn Stream>) -> io::Result<Connection> {
        let (sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
        Ok(Connection(sender))
    }

    /// Whether the other side has closed it.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// The answer as a whole; one with a body of more than `largest` bytes is an error. After an error, or
    /// if it is dropped half-way, the connection is of no use.
    pub async fn exchange(
        &mut self,
        request: Request<Bytes>,
        largest: usize,
    ) -> io::Result<Response<Bytes>> {
        Ok(self.try_exchange(request, largest).await?)
    }

    pub(crate) async fn try_exchange(
        &mut self,
        request: Request<Bytes>,
        largest: usize,
    ) -> Result<Response<Bytes>, Unanswered> {
        let (head, body) = self.try_begin(request).await?.into_parts();
        let body = Limited::new(body.0, largest).collect().await;
        let cut = |error| Unanswered { error: io::Error::other(error), was_kept_back: false };
        Ok(Response::from_parts(head, body.map_err(cut)?.to_bytes()))
    }

    /// The head of the answer, and its body as it comes.
    pub async fn begin(&mut self, request: Request<Bytes>) -> io::Result<Response<Chunks>> {
        Ok(self.try_begin(request).await?)
    }

    async fn try_begin(&mut self, request: Request<Bytes>) -> Result<Response<Chunks>, Unanswered> {
        let failed = |error: hyper::Error, was_kept_back| Unanswered {
            error: io::Error::other(error),
            was_kept_back,
        };
        self.0.ready().await.map_err(|error| failed(error, true))?;
        let sent = self.0.try_send_request(request.map(Full::new)).await;
        let answer = sent.map_err(|mut error| {
            let was_kept_back = error.take_message().is_some();
            failed(error.into_error(), was_kept_back)
        })?;
        Ok(answer.map(Chunks))
    }
}

/// A body, piece by piece.
pub struct Chunks(Incoming);

impl Chunks {
    /// `None` at its end.
    pub async fn next(&mut self) -> io::Result<Option<Bytes>> {
        while let Some(frame) = self.0.frame().await {
            // Anything else is a trailer.
            if let Ok(data) = frame.map_err(io::Error::other)?.into_data() {
                return Ok(Some(data));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// Answers every request with a body of five bytes.
    async fn serve(mut stream: tokio::io::DuplexStream) {
        let mut seen = Vec::new();
        while let Ok(1..) = stream.read_buf(&mut seen).await {
            if seen.ends_with(b"\r\n\r\n") {
                seen.clear();
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
                stream.write_all(answer).await.unwrap();
            }
        }
    }

    #[tokio::test]
    async fn exchanges_follow_each_other_and_bodies_are_bounded() {
        let (ours, theirs) = duplex(1024);
        tokio::spawn(serve(theirs));
        let mut connection = Connection::over(Box::new(ours)).await.unwrap();
        let request = || Request::get("/").header("host", "x").body(Bytes::new()).unwrap();
        for _ in 0..2 {
            let answer = connection.exchange(request(), 5).await.unwrap();
            assert_eq!((answer.status().as_u16(), &answer.body()[..]), (200, &b"hello"[..]));
        }
        let mut answer = connection.begin(request()).await.unwrap();
        assert_eq!(answer.body_mut().next().await.unwrap().as_deref(), Some(&b"hello"[..]));
        assert_eq!(answer.body_mut().next().await.unwrap(), None);
        assert!(!connection.is_closed());
        connection.exchange(request(), 4).await.unwrap_err();
    }
}
