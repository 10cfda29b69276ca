//! The user at the other end of a connection, according to the operating system.
//!
//! A unix socket has its peer's credentials. A TCP connection within this machine has them too, at
//! its other end: `platform::admit_tcp` finds that socket, where the system tells. Checked once,
//! before anything is read.

#![expect(clippy::disallowed_methods, reason = "set by tests only")]

use std::io;
use std::net::IpAddr;

use nix::ifaddrs::getifaddrs;
use tokio::net::UnixStream;

use crate::private::own_uid;

/// For the hub: only programs of this user, not even those of root.
pub(crate) fn admit_unix(stream: &UnixStream) -> Result<(), String> {
    match uid(stream) {
        Ok(uid) if uid == own_uid() => Ok(()),
        Ok(uid) => Err(foreign(uid)),
        Err(error) => Err(format!("the system does not say who is connecting: {error}")),
    }
}

/// Also used by the client to check the hub.
pub(crate) fn uid(stream: &UnixStream) -> io::Result<u32> {
    stream.peer_cred().map(|peer| peer.uid())
}

pub(crate) fn foreign(uid: u32) -> String {
    format!("this hub belongs to another user (uid {}, you are {uid})", own_uid())
}

/// Whether a connection from this address comes from another machine, where a program of this
/// account can't be without outside help. An unknown address counts as local.
pub(crate) fn is_elsewhere(address: IpAddr) -> bool {
    if cfg!(feature = "test-support")
        && let Ok(elsewhere) = std::env::var("SAYSO_TEST_ELSEWHERE")
    {
        return address.to_string() == elsewhere;
    }
    let own = own_addresses();
    !address.is_loopback() && !own.is_empty() && !own.contains(&address)
}

/// Addresses at which other machines reach a hub that listens on `host`.
pub(crate) fn reachable(host: IpAddr) -> Vec<IpAddr> {
    if cfg!(feature = "test-support") && std::env::var_os("SAYSO_TEST_ELSEWHERE").is_some() {
        return vec![host];
    }
    let is_foreign = |address: &IpAddr| !address.is_loopback() && !is_link_local(address);
    let reached = if host.is_unspecified() { own_addresses() } else { vec![host] };
    reached
        .into_iter()
        .filter(|address| host.is_ipv6() || address.is_ipv4())
        .filter(is_foreign)
        .collect()
}

/// Browsers don't accept one without the name of the network interface.
fn is_link_local(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    }
}

fn own_addresses() -> Vec<IpAddr> {
    let Ok(interfaces) = getifaddrs() else { return Vec::new() };
    let addresses = interfaces.filter_map(|interface| {
        let address = interface.address?;
        let v4 = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip())))
    });
    addresses.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-7
    #[test]
    fn a_peer_from_an_address_of_this_machine_is_here() {
        let here = own_addresses();
        assert!(here.iter().any(IpAddr::is_loopback), "{here:?}");
        for address in here {
            assert!(!is_elsewhere(address), "{address}");
        }
        for address in ["127.0.0.1", "127.8.9.10", "::1"] {
            assert!(!is_elsewhere(address.parse().unwrap()), "{address}");
        }
        // From the block reserved for documentation: nobody has it.
        assert!(is_elsewhere("203.0.113.7".parse().unwrap()));
        assert_eq!(reachable("127.0.0.1".parse().unwrap()), [] as [IpAddr; 0]);
        assert_eq!(reachable("::1".parse().unwrap()), [] as [IpAddr; 0]);
        let all = reachable("0.0.0.0".parse().unwrap());
        assert!(all.iter().all(|address| !address.is_loopback()), "{all:?}");
    }
}
