//! The pictures: each is shown somewhere, in its light, dark and narrow form; `scripts/pictures`
//! makes them again. Those of the terminal are compared by `crates/tui/src/view/tests/pictures.rs`.

use std::collections::BTreeSet;

use crate::links::targets;
use crate::pages::guide;
use crate::tree::root;

const IMAGES: &str = "docs/guide/src/images";

/// REQ: IN-5
#[test]
fn every_picture_is_shown() {
    let shown: BTreeSet<String> = guide()
        .iter()
        .flat_map(|(_, text)| targets(text))
        .filter_map(|target| Some(target.rsplit_once("images/")?.1.to_owned()))
        .collect();
    let there: BTreeSet<String> = std::fs::read_dir(root().join(IMAGES))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(shown, there);
}

/// REQ: IN-5
#[test]
fn the_portal_is_shown_in_light_dark_and_on_a_phone() {
    let looks = [("light", 1280), ("dark", 1280), ("phone", 390)];
    for what in ["portal", "history", "figures", "palette"] {
        for (look, width) in looks {
            let name = format!("{what}-{look}.png");
            let bytes = std::fs::read(root().join(IMAGES).join(&name)).unwrap();
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
            let pixels = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
            assert!(pixels > 0 && pixels % width == 0, "{name} is {pixels} pixels wide");
            assert!(bytes.len() > 20_000, "{name} is empty");
        }
    }
}
