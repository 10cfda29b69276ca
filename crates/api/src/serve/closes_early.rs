//! A stream that notices at once when the other end has gone.
//!
//! A hub that was frozen finds requests of clients that have given up since. Tokio's streams take a
//! read that didn't fill the buffer as a sign that nothing is left, and learn of the end only when
//! the system reports it again. This one asks: the read that hyper makes between a request's body
//! and its handler finds the end, and the request is dropped before it is carried out.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};

pub(super) struct ClosesEarly<S>(pub(super) S);

/// Reads without any guess about what is left.
pub(super) trait ReadNow: AsyncRead + AsyncWrite + Unpin + Send + 'static {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>>;
    fn try_to_read(&self, into: &mut ReadBuf<'_>) -> io::Result<usize>;
}

impl ReadNow for UnixStream {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_read_ready(cx)
    }

    fn try_to_read(&self, into: &mut ReadBuf<'_>) -> io::Result<usize> {
        self.try_read_buf(into)
    }
}

impl ReadNow for TcpStream {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_read_ready(cx)
    }

    fn try_to_read(&self, into: &mut ReadBuf<'_>) -> io::Result<usize> {
        self.try_read_buf(into)
    }
}

impl<S: ReadNow> AsyncRead for ClosesEarly<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_ready(cx))?;
            match self.0.try_to_read(into) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(drop)),
            }
        }
    }
}

impl<S: ReadNow> AsyncWrite for ClosesEarly<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
