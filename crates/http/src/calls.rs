//! Calls to one server: one request, one answer; connections are kept for the next.

use std::io;
use std::sync::{Mutex, PoisonError};

use hyper::body::Bytes;
use hyper::{Request, Response};

use crate::{Address, Connection, Connector};

/// Larger answers are an error.
const LARGEST: usize = 4 * 1024 * 1024;
/// Kept open; more at once are opened and dropped.
const KEPT: usize = 4;

pub struct Calls {
    connector: Connector,
    base: Address,
    idle: Mutex<Vec<Connection>>,
}

impl Calls {
    pub fn new(connector: Connector, base: Address) -> Calls {
        Calls { connector, base, idle: Mutex::default() }
    }

    pub fn base(&self) -> &Address {
        &self.base
    }

    pub async fn send(&self, request: impl Fn() -> Request<Bytes>) -> io::Result<Response<Bytes>> {
        // A connection that was kept may have been closed meanwhile; a fresh one has not. What may have
        // been carried out is not repeated.
        if let Some(mut kept) = self.take() {
            let request = request();
            let is_harmless = request.method().is_idempotent();
            match kept.try_exchange(request, LARGEST).await {
                Ok(answer) => {
                    self.keep(kept);
                    return Ok(answer);
                }
                Err(failed) if is_harmless || failed.was_kept_back => {}
                Err(failed) => return Err(failed.error),
            }
        }
        let mut fresh = self.open(&self.base).await?;
        let answer = fresh.exchange(request(), LARGEST).await?;
        self.keep(fresh);
        Ok(answer)
    }

    /// To another server that this one has named.
    pub async fn send_to(
        &self,
        place: &Address,
        request: Request<Bytes>,
    ) -> io::Result<Response<Bytes>> {
        self.open(place).await?.exchange(request, LARGEST).await
    }

    async fn open(&self, address: &Address) -> io::Result<Connection> {
        Connection::over(self.connector.open(address).await?).await
    }

    fn take(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| !connection.is_closed());
        idle.pop()
    }

    fn keep(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT && !connection.is_closed() {
            idle.push(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use hyper::Method;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Takes every request; answers the first on each connection, and closes it at the second.
    async fn serve(listener: TcpListener, taken: tokio::sync::mpsc::UnboundedSender<()>) {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut seen = Vec::new();
            for is_answered in [true, false] {
                while !seen.ends_with(b"\r\n\r\n") {
                    if stream.read_buf(&mut seen).await.unwrap() == 0 {
                        return;
                    }
                }
                seen.clear();
                taken.send(()).unwrap();
                if is_answered {
                    stream
                        .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
                        .await
                        .unwrap();
                }
            }
        }
    }

    #[tokio::test]
    async fn what_may_have_been_carried_out_is_not_repeated() {
        for (method, requests) in [(Method::POST, 2), (Method::GET, 3)] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            let (taken, mut all) = tokio::sync::mpsc::unbounded_channel();
            let server = tokio::spawn(serve(listener, taken));
            let calls = Calls::new(Connector::new().unwrap(), Address::parse(&url).unwrap());
            let request = || {
                let request = Request::builder().method(method.clone()).header("host", "x");
                request.body(Bytes::new()).unwrap()
            };
            calls.send(request).await.unwrap();
            assert_eq!(calls.send(request).await.is_ok(), method == Method::GET, "{method}");
            server.abort();
            all.close();
            let mut count = 0;
            while all.recv().await.is_some() {
                count += 1;
            }
            assert_eq!(count, requests, "{method}");
        }
    }
}
