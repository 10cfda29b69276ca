//! Messages as lines. A line that can't be read gets an error reply, and reading continues with the
//! next line.

use std::io;
use std::sync::Arc;

use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use crate::envelope::{self, Fault, IdScan, LONGEST, Revision};

/// Capacity of the buffer that is kept after a long line.
const USUAL: usize = 64 * 1024;

pub(super) struct Lines<R, W> {
    input: BufReader<R>,
    /// The line being read: reading can be interrupted and continues here.
    line: Vec<u8>,
    /// The line is too long: only its id is kept.
    skipping: Option<IdScan>,
    output: Arc<Mutex<Option<W>>>,
    /// An error reply that is being written.
    telling: Option<JoinHandle<io::Result<()>>>,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(super) fn new(input: R, output: W) -> Lines<R, W> {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: None,
            output: Arc::new(Mutex::new(Some(output))),
            telling: None,
        }
    }

    /// The next line, or what is wrong with it; `None` at the end. An incomplete last line is
    /// ignored.
    async fn next(&mut self) -> io::Result<Option<Result<Vec<u8>, Fault>>> {
        loop {
            let read = self.input.fill_buf().await?;
            if read.is_empty() {
                return Ok(None);
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            match &mut self.skipping {
                Some(scan) => scan.feed(part),
                None if self.line.len() + part.len() > LONGEST => {
                    let mut scan = IdScan::default();
                    scan.feed(&self.line);
                    scan.feed(part);
                    self.skipping = Some(scan);
                    self.line = Vec::new();
                }
                None => self.line.extend_from_slice(part),
            }
            let taken = part.len() + usize::from(end.is_some());
            self.input.consume(taken);
            if end.is_some() {
                return Ok(Some(match self.skipping.take() {
                    Some(scan) => Err(Fault::too_long(scan.found())),
                    None => Ok(std::mem::take(&mut self.line)),
                }));
            }
        }
    }

    fn write(&self, mut text: Vec<u8>) -> JoinHandle<io::Result<()>> {
        let output = Arc::clone(&self.output);
        text.push(b'\n');
        // Its own task: a line that has begun is written completely, even if nobody waits for it.
        tokio::spawn(async move {
            let mut output = output.lock().await;
            let closed = || io::Error::new(io::ErrorKind::NotConnected, "the output is closed");
            let output = output.as_mut().ok_or_else(closed)?;
            output.write_all(&text).await?;
            output.flush().await
        })
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let written = serde_json::to_vec(&message).map(|text| self.write(text));
        async move { written?.await? }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if let Some(telling) = &mut self.telling {
                let told = telling.await;
                self.telling = None;
                if !matches!(told, Ok(Ok(()))) {
                    return None;
                }
            }
            let fault = match self.next().await {
                Ok(Some(Ok(mut line))) => {
                    let message = envelope::read(&line, Revision::WithSessions);
                    line.clear();
                    line.shrink_to(USUAL);
                    self.line = line;
                    match message {
                        Ok(Some(message)) => return Some(message),
                        Ok(None) => continue,
                        Err(fault) => fault,
                    }
                }
                Ok(Some(Err(fault))) => fault,
                Ok(None) => return None,
                Err(error) => {
                    tracing::warn!(%error, "could not read from the client");
                    return None;
                }
            };
            self.telling = Some(self.write(fault.to_json()));
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        drop(self.output.lock().await.take());
        Ok(())
    }
}
