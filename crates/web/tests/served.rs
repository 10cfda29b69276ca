//! Responses to a browser: the page, its assets, and the data behind the token.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use sayso_core::settings::Language;
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asker, Desk, RandomIds, Repeat, SystemClock};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use sayso_web::{routes, script, style, texts};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tower::ServiceExt;

struct Got {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Got {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

async fn desk() -> (TempDir, Arc<dyn Desk>) {
    let dir = tempfile::tempdir().unwrap();
    let options = Options::default();
    let store = SqliteStore::open(&dir.path().join("sayso.db"), options).unwrap();
    let clock = Arc::new(SystemClock::new());
    let config = EngineConfig::default();
    let engine = Engine::start(Arc::new(store), clock, Arc::new(RandomIds), config).await.unwrap();
    (dir, Arc::new(engine))
}

async fn get(router: &Router, path: &str, headers: &[(&str, &str)]) -> Got {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    Got { status: parts.status, headers: parts.headers, body }
}

async fn open() -> (TempDir, Router) {
    let (dir, desk) = desk().await;
    (dir, routes(desk).open)
}

/// The order of a part of the manifest.
fn manifest(ending: &str) -> Vec<String> {
    let portal = concat!(env!("CARGO_MANIFEST_DIR"), "/portal/");
    let manifest = std::fs::read_to_string(format!("{portal}manifest.txt")).unwrap();
    let names = manifest.lines().filter(|line| line.ends_with(ending));
    names.map(|name| std::fs::read_to_string(format!("{portal}{name}")).unwrap()).collect()
}

/// REQ: CO-2
#[tokio::test]
async fn assets_are_what_the_manifest_says_hashed_and_kept_forever() {
    let (_dir, router) = open().await;
    let page = get(&router, "/", &[]).await;
    for (asset, ending) in [(script(), ".js"), (style(), ".css")] {
        assert!(page.text().contains(&format!("\"{}\"", asset.path())), "{}", page.text());
        let got = get(&router, &asset.path(), &[]).await;
        assert_eq!(got.status, StatusCode::OK);
        let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(&got.body)[..16]);
        assert_eq!(asset.path(), format!("/assets/{hash}{ending}"));
        assert_eq!(got.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(got.header("x-content-type-options"), "nosniff");

        let bare = |text: &str| text.replace([' ', '\n'], "");
        let text = bare(got.text());
        let mut rest = text.as_str();
        for source in manifest(ending) {
            let line = source.lines().rfind(|line| line.starts_with(['}', '@', '.'])).unwrap_or("");
            let first = source
                .lines()
                .find_map(|line| line.strip_prefix("export function ").or(line.strip_prefix('.')))
                .unwrap_or(line);
            let at = rest.find(&bare(first));
            rest = &rest[at.unwrap_or_else(|| panic!("out of order: {first}"))..];
        }

        let etag = got.header("etag").to_owned();
        let again = get(&router, &asset.path(), &[("if-none-match", &etag)]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));

        let packed = get(&router, &asset.path(), &[("accept-encoding", "br, gzip;q=0.8")]).await;
        assert_eq!(packed.header("content-encoding"), "gzip");
        assert_eq!(packed.header("vary"), "Accept-Encoding");
        let mut unpacked = Vec::new();
        std::io::copy(&mut GzDecoder::new(packed.body.as_slice()), &mut unpacked).unwrap();
        assert_eq!(unpacked, got.body);
        let plain = get(&router, &asset.path(), &[("accept-encoding", "gzip;q=0")]).await;
        assert_eq!(plain.header("content-encoding"), "");
    }
    for wrong in [
        "/assets/00000000000000000000000000000000.js",
        "/assets/portal.js",
        "/assets/",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%00",
    ] {
        assert_eq!(get(&router, wrong, &[]).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
}

#[test]
fn script_style_and_texts_are_small() {
    let all = [script(), style(), &texts()[0].1];
    let size: usize = all.iter().map(|asset| asset.packed().len()).sum();
    assert!(size <= 80_000, "{size} bytes compressed");
}

/// REQ: LA-1
#[tokio::test]
async fn the_page_names_the_texts_of_every_language() {
    let (_dir, router) = open().await;
    let page = get(&router, "/", &[]).await;
    assert_eq!(texts().len(), Language::ALL.len());
    for (spoken, (language, asset)) in Language::ALL.into_iter().zip(texts()) {
        assert!(page.text().contains(&format!("{language}={}", asset.path())));
        let got = get(&router, &asset.path(), &[]).await;
        assert_eq!(got.header("content-type"), "application/json");
        let texts: Value = serde_json::from_slice(&got.body).unwrap();
        assert_eq!(texts, sayso_locale::page(spoken));
    }
}

#[tokio::test]
async fn the_page_is_the_same_for_everybody_and_lets_nothing_else_in() {
    let (_dir, router) = open().await;
    let page = get(&router, "/", &[]).await;
    assert_eq!(page.status, StatusCode::OK);
    let other =
        get(&router, "/choice/3ba585d6-0278-40d9-923d-1aff9136b796?x=%3Cscript%3E", &[]).await;
    assert_eq!(page.body, other.body, "which question it is is not in it");
    let policy = page.header("content-security-policy");
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(part), "{part}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("x-frame-options"), "DENY");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("cache-control"), "no-cache");
    assert!(page.headers.get("set-cookie").is_none());
}

/// REQ: CO-2
#[tokio::test]
async fn the_page_carries_its_assets_inside_if_asked_to() {
    let (_dir, router) = open().await;
    let page = get(&router, "/?assets=inline", &[]).await;
    let text = page.text();
    let (styles, scripts) = (inside(text, "style"), inside(text, "script"));
    let [theme, main] = scripts[..] else { panic!("{} scripts", scripts.len()) };
    assert_eq!(main.as_bytes(), &script().content[..], "nothing in it ends the element");
    assert_eq!(styles[0].as_bytes(), &style().content[..]);
    assert!(!text.contains("src=\"/assets"));
    // What the page says first is in it as data, which no `<` can end.
    let (language, spoken) = &texts()[0];
    assert_eq!(*language, "en");
    let begin = format!("<script type=\"application/json\" id=\"{}\">", spoken.path());
    let data = text.split(&begin).nth(1).unwrap().split('<').next().unwrap();
    let [said, whole] = [data.as_bytes(), &spoken.content]
        .map(|json| serde_json::from_slice::<Value>(json).unwrap());
    assert_eq!(said, whole);
    let policy = page.header("content-security-policy");
    let allowed = format!("script-src {} {};", hash(theme), hash(main));
    assert!(policy.contains(&allowed), "{policy}");
    assert!(policy.contains(&format!("style-src {};", hash(styles[0]))), "{policy}");
}

/// Linked, cached and not sent twice, whatever name of this machine the browser uses.
/// REQ: CO-2
#[tokio::test]
async fn the_page_links_its_assets_and_is_not_sent_twice() {
    let (_dir, router) = open().await;
    for host in ["localhost:7431", "[::1]:7431", "sayso.test"] {
        let page = get(&router, "/", &[("host", host)]).await;
        assert!(page.text().contains("src=\"/assets"), "{host}");
    }
    let here = [("host", "localhost")];
    let page = get(&router, "/choice/x", &here).await;
    let etag = page.header("etag").to_owned();
    let again = get(&router, "/choice/x", &[here[0], ("if-none-match", &etag)]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert!(!again.header("content-security-policy").is_empty());
    let packed = get(&router, "/choice/x", &[here[0], ("accept-encoding", "gzip")]).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < page.body.len());
}

/// A page that opens this one gets no handle on its window.
#[tokio::test]
async fn a_window_opened_by_another_page_is_nobodys() {
    let (_dir, router) = open().await;
    for site in ["cross-site", "same-site", "same-origin", "none"] {
        let page = get(&router, "/", &[("sec-fetch-site", site)]).await;
        assert_eq!(page.header("cross-origin-opener-policy"), "same-origin", "{site}");
    }
}

/// The linked page contains only the inline line that sets the theme, and the policy names it by
/// its hash.
#[tokio::test]
async fn what_stands_in_the_page_itself_is_allowed_by_its_hash() {
    let (_dir, router) = open().await;
    let page = get(&router, "/", &[]).await;
    let scripts = inside(page.text(), "script");
    assert_eq!(scripts.len(), 1);
    assert!(scripts[0].contains("dataset.theme"), "{}", scripts[0]);
    let policy = page.header("content-security-policy");
    let allowed = format!("script-src 'self' {};", hash(scripts[0]));
    assert!(policy.contains(&allowed), "{policy}");
    assert_eq!(inside(page.text(), "style"), [""; 0]);
}

/// The content of all elements with this name that have no attributes.
fn inside<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let (from, to) = (format!("<{name}>"), format!("</{name}>"));
    text.split(&from).skip(1).map(|rest| rest.split(&to).next().unwrap_or_default()).collect()
}

fn hash(text: &str) -> String {
    format!("'sha256-{}'", data_encoding::BASE64.encode(&Sha256::digest(text)))
}

#[tokio::test]
async fn a_question_comes_with_its_texts_read() {
    let (_dir, desk) = desk().await;
    let arguments = json!({
        "title": "<b>Pick</b>",
        "prompt": "The **storage** decides about <script>alert(1)</script> everything that follows.",
        "selection_mode": "single",
        "options": [
            { "id": "a", "label": "A", "description": "`one` file", "recommended": true },
            { "id": "b", "label": "B" },
        ],
    });
    let ask = Ask {
        dialect: Dialect::ProvideChoice,
        purpose: Purpose::Decision,
        arguments,
        asker: Asker::default(),
        call_id: None,
        repeat: Repeat::New,
    };
    let id = desk.ask(ask).await.unwrap().interaction.id;
    let router = routes(desk).guarded;
    for path in
        [format!("/portal/questions/{id}"), format!("/portal/questions/{}", &id.to_string()[..8])]
    {
        let got = get(&router, &path, &[]).await;
        assert_eq!((got.status, got.header("cache-control")), (StatusCode::OK, "no-store"));
        let shown: Value = serde_json::from_slice(&got.body).unwrap();
        assert_eq!(shown["id"], json!(id.to_string()));
        assert_eq!(shown["form"]["title"], "<b>Pick</b>");
        let question = &shown["rendered"]["questions"][0];
        assert_eq!(
            question["prompt"],
            json!([[
                "p",
                {},
                "The ",
                ["strong", {}, "storage"],
                " decides about <script>alert(1)</script> everything that follows."
            ]])
        );
        assert_eq!(question["options"], json!([[["p", {}, ["code", {}, "one"], " file"]], []]));
    }
    let missing = "/portal/questions/3ba585d6-0278-40d9-923d-1aff9136b796";
    assert_eq!(get(&router, missing, &[]).await.status, StatusCode::NOT_FOUND);
    let malformed = get(&router, "/portal/questions/x'", &[]).await;
    assert_eq!(malformed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(malformed.header("content-type"), "application/problem+json");
}
