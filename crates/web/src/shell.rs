//! The page: a shell without data, the same for everybody, with its assets linked or inlined.

use std::net::IpAddr;
use std::sync::LazyLock;

use axum::Json;
use axum::extract::Query;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64;
use sayso_wire::{ServedPage, WIRE};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::assets::{Asset, later, script, style, texts};

/// A page and its content security policy.
struct Shell {
    page: Asset,
    policy: String,
}

#[derive(Deserialize)]
pub(crate) struct How {
    #[serde(default)]
    assets: Option<String>,
}

/// `GET /` and `GET /choice/{id}`: the page reads from its address which question to show.
///
/// On this machine bytes cost nothing and every further request costs some milliseconds, so the
/// assets are inlined. For other machines they are linked, and the browser caches them.
pub(crate) async fn page(Query(how): Query<How>, asked: HeaderMap) -> Response {
    let shell = match how.assets.as_deref() {
        Some("inline") => &*INLINE,
        Some("linked") => &*LINKED,
        Some(_) | None if is_here(&asked) => &*INLINE,
        Some(_) | None => &*LINKED,
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, shell.policy.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Encoding, Host, Sec-Fetch-Site"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            header::HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ];
    let mut reply = (headers, shell.page.reply(&asked)).into_response();
    // A page that opens this one must not get a handle on its window. If no page did, the header is
    // left out, because it costs the browser a new process.
    if !is_opened_by_the_person(&asked) {
        let alone = HeaderValue::from_static("same-origin");
        reply.headers_mut().insert("cross-origin-opener-policy", alone);
    }
    reply
}

/// `GET /portal/page`: which page is served here. One that has been open for longer compares itself.
pub(crate) async fn served() -> Json<ServedPage> {
    Json(ServedPage { wire: WIRE, page: build() })
}

/// Tells this page from every other, by its scripts.
fn build() -> String {
    format!("{}+{}", script().name, later()[0].name)
}

/// Typed, or opened by another program; only a browser can set this header.
fn is_opened_by_the_person(asked: &HeaderMap) -> bool {
    asked.get("sec-fetch-site").is_some_and(|site| site == "none")
}

/// Whether the browser addresses us by a name of this machine.
fn is_here(asked: &HeaderMap) -> bool {
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(authority) = host.and_then(|host| host.parse::<Authority>().ok()) else {
        return false;
    };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

const TEMPLATE: &str = include_str!("../portal/shell.html");
/// Requests the first data while script and style are loading; the same in both shells.
const AHEAD: &str = include_str!(concat!(env!("OUT_DIR"), "/ahead.js"));

static LINKED: LazyLock<Shell> = LazyLock::new(|| Shell {
    page: fill(
        "",
        &format!("<link rel=\"stylesheet\" href=\"{}\">", style().path()),
        &format!("<script defer fetchpriority=\"high\" src=\"{}\"></script>", script().path()),
    ),
    policy: policy(&format!("'self' {}", by_hash(AHEAD)), "'self'"),
});

static INLINE: LazyLock<Shell> = LazyLock::new(|| {
    let (style, script) = (text(&style().content), text(&script().content));
    Shell {
        page: fill(
            &spoken(),
            &format!("<style>{style}</style>"),
            // Unlike a linked script it isn't deferred, so it comes after the elements it works on.
            &format!("<script>{script}</script>"),
        ),
        // `'self'` is for what is loaded later.
        policy: policy(
            &format!("'self' {} {}", by_hash(AHEAD), by_hash(script)),
            &format!("'self' {}", by_hash(style)),
        ),
    }
});

fn text(content: &[u8]) -> &str {
    std::str::from_utf8(content).expect("it was a string")
}

/// The texts of the language that a page begins with, as data. No `<` in it can end the element.
fn spoken() -> String {
    let (_, asset) = &texts()[0];
    let data = text(&asset.content).replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{}\">{data}</script>\n", asset.path())
}

fn fill(spoken: &str, style: &str, script: &str) -> Asset {
    let texts: Vec<String> =
        texts().iter().map(|(language, asset)| format!("{language}={}", asset.path())).collect();
    let html = TEMPLATE.replace("{{texts}}", &texts.join(" ")).replace("{{ahead}}", AHEAD);
    let html = html.replace("{{spoken}}", spoken);
    let [later, later_style] = later();
    let html = html.replace("{{build}}", &build());
    let html = html.replace("{{later}}", &later.path());
    let html = html.replace("{{later-style}}", &later_style.path());
    let html = html.replace("{{style}}", style).replace("{{script}}", script);
    Asset::new(html, "html", "text/html; charset=utf-8")
}

fn by_hash(content: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(content)))
}

/// Allows nothing from other origins, no frames, no foreign scripts, and no conversion of text to
/// scripts or tags. The only picture is the icon that the page draws itself.
fn policy(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src {script}; style-src {style}; connect-src 'self'; \
         img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
}
