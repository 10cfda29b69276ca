//! The page: a shell without data, the same for everybody, with its assets linked or inlined.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Query;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64;
use sayso_wire::{ServedPage, WIRE};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::assets::{Asset, script, style, texts};

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
/// Its assets are linked, and the browser caches them. `?assets=inline` is for what cannot fetch them.
pub(crate) async fn page(Query(how): Query<How>, asked: HeaderMap) -> Response {
    let shell = if how.assets.as_deref() == Some("inline") { &*INLINE } else { &*LINKED };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, shell.policy.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            header::HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ];
    (headers, shell.page.reply(&asked)).into_response()
}

/// `GET /portal/page`: which page is served here. One that has been open for longer compares itself.
pub(crate) async fn served() -> Json<ServedPage> {
    Json(ServedPage { wire: WIRE, page: build() })
}

/// Tells this page from every other.
fn build() -> String {
    format!("{}+{}", script().name, style().name)
}

const TEMPLATE: &str = include_str!("../portal/shell.html");
/// In the theme of the last visit from the first picture on; the rest of the script comes behind it.
const THEME: &str = r#"try{document.documentElement.dataset.theme=localStorage.getItem("sayso.theme")??"system"}catch{}"#;

static LINKED: LazyLock<Shell> = LazyLock::new(|| Shell {
    page: fill(
        "",
        &format!("<link rel=\"stylesheet\" href=\"{}\">", style().path()),
        &format!("<script defer src=\"{}\"></script>", script().path()),
    ),
    policy: policy(&format!("'self' {}", by_hash(THEME)), "'self'"),
});

static INLINE: LazyLock<Shell> = LazyLock::new(|| {
    let (style, script) = (text(&style().content), text(&script().content));
    Shell {
        page: fill(
            &embedded_texts(),
            &format!("<style>{style}</style>"),
            // Unlike a linked script it isn't deferred, so it comes after the elements it works on.
            &format!("<script>{script}</script>"),
        ),
        policy: policy(&format!("{} {}", by_hash(THEME), by_hash(script)), &by_hash(style)),
    }
});

fn text(content: &[u8]) -> &str {
    std::str::from_utf8(content).expect("it was a string")
}

/// The texts of the language that a page begins with, as data. No `<` in it can end the element.
fn embedded_texts() -> String {
    let (_, asset) = &texts()[0];
    let data = text(&asset.content).replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{}\">{data}</script>\n", asset.path())
}

fn fill(texts_element: &str, style: &str, script: &str) -> Asset {
    let texts: Vec<String> =
        texts().iter().map(|(language, asset)| format!("{language}={}", asset.path())).collect();
    let html = TEMPLATE.replace("{{texts}}", &texts.join(" ")).replace("{{theme}}", THEME);
    let html = html.replace("{{embedded}}", texts_element);
    let html = html.replace("{{build}}", &build());
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
