//! Serves connections: gets its sockets and its end from the caller, and counts connections.

mod closes_early;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use sayso_access::process::Peer;
use sayso_access::{Caller, CameFrom, Connected, ConnectionKind, Connections, ProblemDocument};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

use closes_early::{ClosesEarly, ReadNow};

/// Connections that are still active this long after the end was announced are closed.
const GRACE: Duration = Duration::from_secs(2);
/// If the process has run out of file descriptors, accepting again at once would only spin.
const BREATH: Duration = Duration::from_millis(50);

/// The end, announced to all connections at once.
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

/// One listener with its routes.
pub struct ApiServer {
    pub router: Router,
    pub caller: Caller,
    pub connections: Connections,
    pub ending: Ending,
}

impl ApiServer {
    /// Serves connections that `admits` accepts, until the end is announced and all of them are
    /// closed. A listener that was bound again replaces the previous one.
    pub async fn serve_unix(
        self,
        listener: watch::Receiver<Arc<UnixListener>>,
        admits: Admits<UnixStream>,
    ) {
        self.serve(Door { listener, admits }, ConnectionKind::Idle).await;
    }

    /// The same over TCP, where a client has a time limit until it is authenticated.
    pub async fn serve_tcp(self, listener: TcpListener, admits: Admits<TcpStream>) {
        self.serve(Door { listener, admits }, ConnectionKind::Stranger).await;
    }

    async fn serve(self, listener: impl Listen, comes_as: ConnectionKind) {
        let ApiServer { router, caller, connections, mut ending } = self;
        let mut protocol = http1::Builder::new();
        // Enough for a request head; the default would reserve 400 KB for each connection.
        protocol.max_buf_size(64 * 1024).half_close(false);
        let mut tasks = JoinSet::new();
        let tended = connections.clone();
        tasks.spawn(async move { tended.tend().await });
        let announced = ending.clone();
        loop {
            let accepted = tokio::select! {
                accepted = admit(&listener, &connections, comes_as) => accepted,
                () = ending.announced() => break,
            };
            while tasks.try_join_next().is_some() {}
            let stream = match accepted {
                Ok(stream) => stream,
                Err(error) => {
                    tracing::warn!(%error, "could not accept a connection");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            let connected = connections.enter(comes_as);
            let (router, caller) = match listener.admits(&stream) {
                Ok(()) => (router.clone(), caller.clone().from(listener.peer(&stream))),
                Err(why) => {
                    tracing::warn!("refused: {why}");
                    (refusal(why), Caller::Stranger)
                }
            };
            let ending = announced.clone();
            let who = (caller, listener.came_from(&stream));
            tasks.spawn(talk(stream, protocol.clone(), router, who, connected, ending));
        }
        let _ = tokio::time::timeout(GRACE, connections.none()).await;
    }
}

async fn admit<L: Listen>(
    listener: &L,
    connections: &Connections,
    comes_as: ConnectionKind,
) -> io::Result<L::Stream> {
    connections.room(comes_as).await;
    listener.accept().await
}

/// Answers the first request with the reason, and closes.
fn refusal(why: String) -> Router {
    let problem = ProblemDocument::request(StatusCode::FORBIDDEN, why);
    Router::new().fallback(async move || ([(header::CONNECTION, "close")], problem).into_response())
}

/// Whether a connection may be served, by who is at its other end; otherwise why not. Called once,
/// before anything is read: the operating system knows, and the listener knows how to ask it.
pub type Admits<S> = fn(&S) -> Result<(), String>;

trait Listen: Send + Sync {
    type Stream: ReadNow;

    fn accept(&self) -> impl Future<Output = io::Result<Self::Stream>> + Send;

    /// Whether the connection itself may be served, or why not.
    fn admits(&self, stream: &Self::Stream) -> Result<(), String>;

    /// The process that connected, if the system says. Read at once: later its id may belong to
    /// another one.
    fn peer(&self, stream: &Self::Stream) -> Option<Peer>;

    /// The address it comes from, if there is one.
    fn came_from(&self, stream: &Self::Stream) -> CameFrom;
}

/// A listener with its access check.
struct Door<L, S> {
    listener: L,
    admits: Admits<S>,
}

impl Listen for Door<watch::Receiver<Arc<UnixListener>>, UnixStream> {
    type Stream = UnixStream;

    async fn accept(&self) -> io::Result<UnixStream> {
        let mut bound = self.listener.clone();
        loop {
            let listener = Arc::clone(&bound.borrow_and_update());
            tokio::select! {
                accepted = listener.accept() => return accepted.map(|(stream, _)| stream),
                Ok(()) = bound.changed() => {}
            }
        }
    }

    fn admits(&self, stream: &UnixStream) -> Result<(), String> {
        (self.admits)(stream)
    }

    fn peer(&self, stream: &UnixStream) -> Option<Peer> {
        let id = stream.peer_cred().ok()?.pid()?;
        Peer::now(id.try_into().ok()?)
    }

    fn came_from(&self, _: &UnixStream) -> CameFrom {
        CameFrom(None)
    }
}

impl Listen for Door<TcpListener, TcpStream> {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = self.listener.accept().await?;
        // Responses are small: waiting to fill a packet would only delay them.
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn admits(&self, stream: &TcpStream) -> Result<(), String> {
        (self.admits)(stream)
    }

    fn peer(&self, _: &TcpStream) -> Option<Peer> {
        None
    }

    fn came_from(&self, stream: &TcpStream) -> CameFrom {
        CameFrom(stream.peer_addr().ok().map(|address| address.ip()))
    }
}

async fn talk(
    stream: impl ReadNow,
    protocol: http1::Builder,
    router: Router,
    (caller, from): (Caller, CameFrom),
    connected: Connected,
    mut ending: Ending,
) {
    let here = connected.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        connected.asked();
        request.extensions_mut().insert(caller.clone());
        request.extensions_mut().insert(from);
        request.extensions_mut().insert(connected.clone());
        let (answering, connected) =
            (router.clone().oneshot(request.map(Body::new)), connected.clone());
        async move {
            let response = answering.await;
            connected.answered();
            response
        }
    });
    let stream = TokioIo::new(ClosesEarly(stream));
    let connection = protocol.serve_connection(stream, service).with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = ending.announced() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        // It was silent for too long, or its request takes too long.
        () = here.closed() => return,
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection broke");
    }
}
