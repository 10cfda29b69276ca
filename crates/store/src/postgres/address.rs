//! Where a PostgreSQL is: a `postgres://` URL as libpq has it, with `sslmode` and `sslrootcert`. Its
//! password is never shown.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

/// Time for one attempt to connect to one host, and to all of them: a hub waits a little longer for a
/// connection, so that the one that took over is reached even if the others are silent.
const CONNECT: Duration = Duration::from_secs(3);
const CONNECT_TO_ALL: Duration = Duration::from_secs(4);
/// A connection whose other end went away without a word is found dead after this.
const SILENCE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub struct PostgresAddress {
    pub(super) config: Config,
    pub(super) trust: Trust,
    pub(super) roots: Option<PathBuf>,
}

/// What the server's certificate must prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// No TLS.
    Plain,
    /// Nothing: encrypted, but any server is accepted.
    Anyone,
    /// That a known authority has signed it.
    Signed,
    /// Also that it is for this host.
    Named,
}

impl PostgresAddress {
    /// Whether a text is meant to be one, so that anything else can be a path.
    pub fn is_meant(text: &str) -> bool {
        ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
    }

    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }

    /// The error never contains the URL.
    pub fn parse(url: &str) -> Result<PostgresAddress, String> {
        if !PostgresAddress::is_meant(url) {
            return Err("it must begin with postgres://".to_owned());
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => roots = Some(PathBuf::from(decoded(value))),
                Some(_) | None => others.push(pair),
            }
        }
        let mut config: Config = format!("{base}?{}", others.join("&"))
            .parse()
            .map_err(|error| format!("it is no such URL: {}", cause(&error)))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err("it names no host".to_owned());
        }
        let is_socket = |host: &Host| matches!(host, Host::Unix(_));
        let (ssl, trust) = match (mode.as_deref().unwrap_or("prefer"), roots.is_some()) {
            _ if config.get_hosts().iter().all(is_socket) => (SslMode::Disable, Trust::Plain),
            ("disable", _) => (SslMode::Disable, Trust::Plain),
            ("prefer", _) => (SslMode::Prefer, Trust::Anyone),
            ("require", false) => (SslMode::Require, Trust::Anyone),
            ("verify-ca", _) | ("require", true) => (SslMode::Require, Trust::Signed),
            ("verify-full", _) => (SslMode::Require, Trust::Named),
            (other, _) => {
                return Err(format!(
                    "its sslmode `{other}` is none of disable, prefer, require, verify-ca, verify-full"
                ));
            }
        };
        config.ssl_mode(ssl).target_session_attrs(TargetSessionAttrs::ReadWrite);
        let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
        let each = CONNECT_TO_ALL / u32::try_from(hosts).unwrap_or(u32::MAX);
        config.connect_timeout(config.get_connect_timeout().copied().unwrap_or(CONNECT.min(each)));
        config.tcp_user_timeout(SILENCE);
        config.keepalives_idle(SILENCE).keepalives_interval(SILENCE / 3).keepalives_retries(3);
        if config.get_application_name().is_none() {
            config.application_name("sayso");
        }
        Ok(PostgresAddress { config, trust, roots })
    }
}

/// Without the password.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (place, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
            if let Some(port) = ports.get(place).or(ports.first()).filter(|port| **port != 5432) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().or(self.config.get_user()).unwrap_or_default())
    }
}

/// Why a library's error happened, which its own text leaves out.
pub(super) fn cause(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", cause(source)),
        None => error.to_string(),
    }
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: TM-1
    #[test]
    fn an_address_is_shown_without_its_password() {
        for (url, shown) in [
            ("postgres://ana:s3cret@db.test/sayso", "postgres://ana@db.test/sayso"),
            ("postgresql://ana@a:5433,b:5434/x?password=s3cret", "postgres://ana@a:5433,b:5434/x"),
            ("postgres://ana@%2Frun%2Fpg/x", "postgres://ana@/run/pg/x"),
        ] {
            assert_eq!(PostgresAddress::parse(url).unwrap().to_string(), shown);
        }
    }

    /// REQ: TM-1
    #[test]
    fn sslmode_means_what_it_means_to_libpq() {
        for (url, ssl, trust) in [
            ("postgres://h/x", SslMode::Prefer, Trust::Anyone),
            ("postgres://h/x?sslmode=disable", SslMode::Disable, Trust::Plain),
            ("postgres://h/x?sslmode=require", SslMode::Require, Trust::Anyone),
            ("postgres://h/x?sslmode=require&sslrootcert=/a.pem", SslMode::Require, Trust::Signed),
            ("postgres://h/x?connect_timeout=9&sslmode=verify-ca", SslMode::Require, Trust::Signed),
            ("postgres://h/x?sslmode=verify-full", SslMode::Require, Trust::Named),
            ("postgres://u@%2Frun/x?sslmode=require", SslMode::Disable, Trust::Plain),
        ] {
            let address = PostgresAddress::parse(url).unwrap();
            assert_eq!((address.config.get_ssl_mode(), address.trust), (ssl, trust), "{url}");
        }
    }

    /// REQ: TM-3
    #[test]
    fn of_several_servers_the_one_that_can_write_is_used_also_if_others_are_silent() {
        for (url, seconds) in [
            ("postgres://a/x", 3.0),
            ("postgres://a,b:5433/x?target_session_attrs=read-write", 2.0),
            ("postgres://a,b,c,d/x?target_session_attrs=any", 1.0),
            ("postgres://a,b/x?connect_timeout=9", 9.0),
        ] {
            let config = PostgresAddress::parse(url).unwrap().config;
            assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite, "{url}");
            let each = config.get_connect_timeout().unwrap().as_secs_f64();
            assert!((each - seconds).abs() < f64::EPSILON, "{url}: {each}");
        }
    }

    /// REQ: TM-1
    #[test]
    fn what_is_wrong_is_said_without_repeating_the_secret() {
        for bad in [
            "mysql://a:s3cret@h/x",
            "postgres://a:s3cret@h/x?sslmode=maybe",
            "postgres://a:s3cret@h/x?colour=red",
            "postgres://a:s3cret@h:port/x",
            "postgres:///x?password=s3cret",
        ] {
            let why = PostgresAddress::parse(bad).err().unwrap();
            assert!(!why.contains("s3cret"), "{why}");
        }
    }
}
