//! The listeners of a hub, and the names by which it is reached.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use sayso_desk::Ids;
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;

use super::HubAddress;
use crate::listen::{self, Place};
use crate::lock::HubInfo;
use crate::paths::Paths;
use crate::peers;

pub(super) struct Bound {
    pub(super) place: Place,
    pub(super) unix: watch::Sender<Arc<UnixListener>>,
    pub(super) tcp: Vec<TcpListener>,
    pub(super) port: u16,
    /// Where other devices reach it; empty if only this machine can.
    pub(super) addresses: Vec<String>,
    /// All of its names, with port.
    pub(super) names: Vec<String>,
}

impl Bound {
    /// At the place and port of the last hub, if they are free.
    pub(super) async fn bind(
        paths: &Paths,
        last: Option<&HubInfo>,
        ids: &dyn Ids,
        HubAddress { host, port, hosts }: HubAddress,
    ) -> io::Result<Bound> {
        let mut place = listen::place(paths, last, ids)?;
        let unix = watch::Sender::new(Arc::new(place.bind()?));
        // 0 if it never listened.
        let last_port = last.map(|info| info.port).filter(|port| *port != 0);
        let tcp = listen::tcp(host, port, last_port).await?;
        let port = tcp[0].local_addr()?.port();
        let reachable = peers::reachable(host).into_iter();
        let addresses: Vec<String> = reachable.map(|address| named(address, port)).collect();
        let ours = ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}"));
        let mut names = Vec::from(ours);
        names.push(named(host, port));
        names.extend(hosts);
        names.extend(addresses.iter().cloned());
        Ok(Bound { place, unix, tcp, port, addresses, names })
    }

    /// Host and port of its own links.
    pub(super) fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }

    pub(super) fn portal(&self) -> String {
        format!("http://{}", self.host())
    }
}

fn named(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(address) => format!("{address}:{port}"),
        IpAddr::V6(address) => format!("[{address}]:{port}"),
    }
}
