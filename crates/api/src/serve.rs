//! Serving connections: takes its sockets and its end from the caller, counts who is there.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::caller::Caller;
use crate::problem::ProblemDocument;
use crate::process::Peer;

/// Open connections of one kind of listener; more wait in the operating system's queue.
const MOST: usize = 2_048;
/// A TCP client must send its request's head in this time; it has not shown a token before that.
const HEAD: Duration = Duration::from_secs(5);
/// After the good-bye, whoever still talks is cut off.
const GRACE: Duration = Duration::from_secs(2);
/// When the process has run out of file descriptors, accepting again at once would only spin.
const BREATH: Duration = Duration::from_millis(50);

/// The end, announced to everybody at once.
#[derive(Clone)]
pub struct Ending(watch::Receiver<bool>);

impl Ending {
    /// Sending `true` announces the end; so does dropping the sender.
    pub fn new() -> (watch::Sender<bool>, Ending) {
        let (announce, ending) = watch::channel(false);
        (announce, Ending(ending))
    }

    /// Resolves when the end has been announced.
    pub async fn announced(&mut self) {
        let _ = self.0.wait_for(|ending| *ending).await;
    }
}

/// How many are connected, as it changes.
#[derive(Clone, Default)]
pub struct Connections {
    count: Arc<watch::Sender<usize>>,
}

impl Connections {
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }

    pub fn count(&self) -> usize {
        *self.count.borrow()
    }

    /// Resolves when nobody is connected any more.
    async fn none(&self) {
        let _ = self.watch().wait_for(|count| *count == 0).await;
    }

    fn enter(&self, place: OwnedSemaphorePermit) -> Connected {
        self.count.send_modify(|count| *count += 1);
        Connected { _held: Arc::new(Held { count: Arc::clone(&self.count), _place: place }) }
    }
}

/// One connection: counted, and holding its place, until the last of these is dropped. A request
/// carries it, so that a socket which outlives its request is still somebody who is there.
#[derive(Clone)]
pub(crate) struct Connected {
    _held: Arc<Held>,
}

struct Held {
    count: Arc<watch::Sender<usize>>,
    _place: OwnedSemaphorePermit,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}

/// One listener with its routes.
pub struct Server {
    pub router: Router,
    pub caller: Caller,
    pub connections: Connections,
    pub ending: Ending,
}

impl Server {
    /// Serves programs of this user until the end is announced and everybody has gone or was cut off.
    /// Whoever else gets as far as the socket is refused, the superuser too.
    pub async fn serve_unix(self, listener: UnixListener, owner: u32) {
        self.serve(Local { listener, owner }, http1::Builder::new()).await;
    }

    /// The same over TCP, where a client has to be quick until it has shown who it is.
    pub async fn serve_tcp(self, listener: TcpListener) {
        let mut protocol = http1::Builder::new();
        protocol.timer(TokioTimer::new()).header_read_timeout(HEAD);
        self.serve(listener, protocol).await;
    }

    async fn serve(self, listener: impl Listen, mut protocol: http1::Builder) {
        let Server { router, caller, connections, mut ending } = self;
        // A request head of a few headers; the default would reserve 400 KB for each connection.
        protocol.max_buf_size(64 * 1024).half_close(false);
        let places = Arc::new(Semaphore::new(MOST));
        let mut tasks = JoinSet::new();
        let announced = ending.clone();
        loop {
            let accepted = tokio::select! {
                accepted = admit(&listener, &places) => accepted,
                () = ending.announced() => break,
            };
            while tasks.try_join_next().is_some() {}
            let (stream, place) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "could not accept a connection");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            let connected = connections.enter(place);
            let (router, caller) = match listener.admits(&stream) {
                Ok(()) => (router.clone(), caller.clone().from(listener.peer(&stream))),
                Err(why) => {
                    tracing::warn!("refused: {why}");
                    (refusal(why), Caller::Stranger)
                }
            };
            let ending = announced.clone();
            tasks.spawn(talk(stream, protocol.clone(), router, caller, connected, ending));
        }
        let _ = tokio::time::timeout(GRACE, connections.none()).await;
    }
}

/// A free place first: whoever is too many stays in the operating system's queue.
async fn admit<L: Listen>(
    listener: &L,
    places: &Arc<Semaphore>,
) -> io::Result<(L::Stream, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
    Ok((listener.accept().await?, place))
}

/// Says why to whatever is asked.
fn refusal(why: String) -> Router {
    let problem = ProblemDocument::request(StatusCode::FORBIDDEN, why);
    Router::new().fallback(async move || problem.into_response())
}

trait Listen: Send + Sync {
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    fn accept(&self) -> impl Future<Output = io::Result<Self::Stream>> + Send;

    /// Whether the connection itself may be served, or why not.
    fn admits(&self, stream: &Self::Stream) -> Result<(), String>;

    /// The process that connected, where the system says which it is. Asked for at once: later its id may
    /// be another's.
    fn peer(&self, stream: &Self::Stream) -> Option<Peer>;
}

/// A unix socket for the programs of one user.
struct Local {
    listener: UnixListener,
    owner: u32,
}

impl Listen for Local {
    type Stream = UnixStream;

    async fn accept(&self) -> io::Result<UnixStream> {
        self.listener.accept().await.map(|(stream, _)| stream)
    }

    fn admits(&self, stream: &UnixStream) -> Result<(), String> {
        match stream.peer_cred() {
            Ok(peer) if peer.uid() == self.owner => Ok(()),
            Ok(peer) => {
                let (uid, owner) = (peer.uid(), self.owner);
                Err(format!("this hub belongs to another user (uid {owner}, you are {uid})"))
            }
            Err(error) => Err(format!("the system does not say who is connecting: {error}")),
        }
    }

    fn peer(&self, stream: &UnixStream) -> Option<Peer> {
        let id = stream.peer_cred().ok()?.pid()?;
        Peer::now(id.try_into().ok()?)
    }
}

impl Listen for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = TcpListener::accept(self).await?;
        // Answers are small: waiting to fill a packet would only delay them.
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Anybody may try: what they show decides.
    fn admits(&self, _: &TcpStream) -> Result<(), String> {
        Ok(())
    }

    fn peer(&self, _: &TcpStream) -> Option<Peer> {
        None
    }
}

async fn talk<S>(
    stream: S,
    protocol: http1::Builder,
    router: Router,
    caller: Caller,
    connected: Connected,
    mut ending: Ending,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(caller.clone());
        request.extensions_mut().insert(connected.clone());
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = protocol.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = ending.announced() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection broke");
    }
}
