//! A socket that uses little memory. A long message is sent in pieces: sent whole, it would keep
//! its size in the buffer of every page that got the list, for as long as the page is open.

use axum::body::Bytes;
use axum::extract::Request;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use sayso_access::ProblemDocument;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{self, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Error};

/// Size of a piece of a message.
const PIECE: usize = 2 * 1024;
/// A call fits many times; larger messages grow the buffer temporarily. The default of 128 KiB
/// would be most of the cost of an idle page.
const READ_BUFFER: usize = 1024;

/// A request to upgrade to a socket.
pub(super) struct WebSocketUpgrade {
    accept: String,
    stream: OnUpgrade,
}

impl WebSocketUpgrade {
    pub(super) fn of(request: &mut Request) -> Result<WebSocketUpgrade, ProblemDocument> {
        let wrong = |status, detail: &str| Err(ProblemDocument::request(status, detail));
        let headers = request.headers();
        if request.method() != Method::GET {
            return wrong(StatusCode::METHOD_NOT_ALLOWED, "a socket is opened by GET");
        }
        if !says(headers, header::CONNECTION, "upgrade")
            || !says(headers, header::UPGRADE, "websocket")
        {
            return wrong(StatusCode::UPGRADE_REQUIRED, "this is a WebSocket; ask for an upgrade");
        }
        if !says(headers, header::SEC_WEBSOCKET_VERSION, "13") {
            return wrong(StatusCode::BAD_REQUEST, "`Sec-WebSocket-Version` must be 13");
        }
        let Some(key) = headers.get(header::SEC_WEBSOCKET_KEY) else {
            return wrong(StatusCode::BAD_REQUEST, "`Sec-WebSocket-Key` is required");
        };
        let accept = derive_accept_key(key.as_bytes());
        Ok(WebSocketUpgrade { accept, stream: hyper::upgrade::on(request) })
    }

    /// Responds, and continues with the socket. Longer messages than this are refused.
    pub(super) fn on_upgrade<F>(
        self,
        longest: usize,
        go_on: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send,
    {
        let WebSocketUpgrade { accept, stream } = self;
        let config = WebSocketConfig::default()
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest))
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0);
        tokio::spawn(async move {
            let Ok(stream) = stream.await else { return };
            let stream = TokioIo::new(stream);
            let inner = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
            go_on(WebSocket { inner }).await;
        });
        let headers = [
            (header::CONNECTION, "upgrade"),
            (header::UPGRADE, "websocket"),
            (header::SEC_WEBSOCKET_ACCEPT, &accept),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}

/// Whether this header contains this word.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|said| said.trim().eq_ignore_ascii_case(word))
}

pub(super) struct WebSocket {
    inner: WebSocketStream<TokioIo<Upgraded>>,
}

impl WebSocket {
    pub(super) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        loop {
            let message = match self.inner.next().await? {
                Ok(tungstenite::Message::Text(text)) => Message::Text(text.as_str().into()),
                Ok(tungstenite::Message::Binary(bytes)) => Message::Binary(bytes),
                Ok(tungstenite::Message::Ping(bytes)) => Message::Ping(bytes),
                Ok(tungstenite::Message::Pong(bytes)) => Message::Pong(bytes),
                Ok(tungstenite::Message::Close(frame)) => Message::Close(frame.map(|frame| {
                    CloseFrame { code: frame.code.into(), reason: frame.reason.as_str().into() }
                })),
                // Fragments have been assembled.
                Ok(tungstenite::Message::Frame(_)) => continue,
                Err(error) => return Some(Err(error)),
            };
            return Some(Ok(message));
        }
    }

    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        let message = match message {
            Message::Text(text) if text.as_str().len() > PIECE => {
                return self.send_in_pieces(text).await;
            }
            Message::Text(text) => tungstenite::Message::text(text.as_str()),
            Message::Binary(bytes) => tungstenite::Message::Binary(bytes),
            Message::Ping(bytes) => tungstenite::Message::Ping(bytes),
            Message::Pong(bytes) => tungstenite::Message::Pong(bytes),
            Message::Close(frame) => tungstenite::Message::Close(frame.map(|frame| {
                let reason = frame.reason.as_str().into();
                protocol::CloseFrame { code: frame.code.into(), reason }
            })),
        };
        self.inner.send(message).await
    }

    async fn send_in_pieces(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        let mut rest: Bytes = text.into();
        let mut kind = Data::Text;
        while !rest.is_empty() {
            let piece = rest.split_to(PIECE.min(rest.len()));
            let frame = Frame::message(piece, OpCode::Data(kind), rest.is_empty());
            self.inner.send(tungstenite::Message::Frame(frame)).await?;
            kind = Data::Continue;
        }
        Ok(())
    }
}
