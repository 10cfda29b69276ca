//! The files of the page: a script, a style, and the texts of each language. Each is named by the hash
//! of its content, so that a browser can cache it forever.

use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use sayso_access::takes_gzip;
use sayso_core::settings::Language;
use sha2::{Digest, Sha256};

/// One file of the page.
pub struct Asset {
    /// `<hash>.js`
    pub name: String,
    pub content: Bytes,
    kind: &'static str,
    packed: OnceLock<Bytes>,
}

/// Half of the hash is enough: the names only have to differ, and nobody creates collisions here.
const NAME: usize = 16;

impl Asset {
    pub(crate) fn new(content: impl Into<Bytes>, ending: &str, kind: &'static str) -> Asset {
        let content = content.into();
        let hash = HEXLOWER.encode(&Sha256::digest(&content)[..NAME]);
        Asset { name: format!("{hash}.{ending}"), content, kind, packed: OnceLock::new() }
    }

    pub fn path(&self) -> String {
        format!("/assets/{}", self.name)
    }

    /// With its compressed form, made by the build.
    fn compressed(self, packed: &'static [u8]) -> Asset {
        Asset { packed: Bytes::from_static(packed).into(), ..self }
    }

    /// Compressed once, on the first request, if the build hasn't done it.
    pub fn packed(&self) -> Bytes {
        let pack = || {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer.write_all(&self.content).expect("memory takes it");
            packer.finish().expect("memory takes it").into()
        };
        self.packed.get_or_init(pack).clone()
    }

    /// Empty if the browser has it already, compressed if the browser accepts that.
    pub(crate) fn reply(&self, asked: &HeaderMap) -> Response {
        let etag = HeaderValue::from_str(&format!("\"{}\"", self.name)).expect("hexadecimal");
        let is_known = asked.get(header::IF_NONE_MATCH) == Some(&etag);
        let mut headers = HeaderMap::new();
        headers.insert(header::ETAG, etag);
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if takes_gzip(asked) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            (headers, self.packed()).into_response()
        } else {
            (headers, self.content.clone()).into_response()
        }
    }
}

pub fn script() -> &'static Asset {
    &ALL.script
}

pub fn style() -> &'static Asset {
    &ALL.style
}

/// Language and texts, in the order of [`Language::ALL`].
pub fn texts() -> &'static [(&'static str, Asset)] {
    &ALL.texts
}

struct All {
    script: Asset,
    style: Asset,
    texts: Vec<(&'static str, Asset)>,
}

/// A file that the build has made, with its compressed form.
macro_rules! built {
    ($name:literal, $ending:literal, $kind:literal) => {
        Asset::new(
            include_str!(concat!(env!("OUT_DIR"), "/", $name, ".", $ending)),
            $ending,
            concat!($kind, "; charset=utf-8"),
        )
        .compressed(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".", $ending, ".gz")))
    };
}

static ALL: LazyLock<All> = LazyLock::new(|| All {
    script: built!("portal", "js", "text/javascript"),
    style: built!("portal", "css", "text/css"),
    texts: Language::ALL
        .iter()
        .map(|language| {
            let texts = sayso_locale::page(*language).to_string();
            (language.as_str(), Asset::new(texts, "json", "application/json"))
        })
        .collect(),
});

fn find(name: &str) -> Option<&'static Asset> {
    let texts = ALL.texts.iter().map(|(_, asset)| asset);
    let linked = [&ALL.script, &ALL.style];
    linked.into_iter().chain(texts).find(|asset| asset.name == name)
}

/// `GET /assets/{name}`
pub(crate) async fn serve(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = find(&name) else {
        return (StatusCode::NOT_FOUND, "There is no such file; load the page again.\n")
            .into_response();
    };
    let kept = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    (kept, asset.reply(&headers)).into_response()
}
