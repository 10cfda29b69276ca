//! Bundles the portal: the modules and styles of `portal/`, in the order of its manifest, become
//! one script and one style. `ahead.js`, which is inlined into the page, is only stripped.
//!
//! Every source is a real ES module, so that Node can test it alone. Here they share one scope:
//! `import` lines, the keyword `export`, comments, indentation and most line ends are removed. What
//! this requires of the sources is checked, and breaks the build if violated: each name is unique,
//! and nothing is imported from a module further down.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let portal = root.join("portal");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", portal.display());

    let manifest = read(&portal.join("manifest.txt"));
    let sources: Vec<(&str, String)> = manifest
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|name| (name, read(&portal.join(name))))
        .collect();
    let of = |ending: &str| {
        let of: Vec<_> = sources.iter().filter(|(name, _)| name.ends_with(ending)).collect();
        assert!(!of.is_empty(), "the manifest names no {ending}");
        of
    };
    let scripts = of(".js");
    check_names(&scripts);
    check_order(&scripts);

    let mut ahead = String::new();
    lines(&read(&portal.join("ahead.js")), &mut ahead);
    fs::write(out.join("ahead.js"), ahead).expect("the output directory can be written to");
    let mut script = String::from("\"use strict\";(()=>{\n");
    for (_, text) in scripts {
        lines(text, &mut script);
    }
    script.push_str("})();\n");
    let mut style = String::new();
    for (_, text) in of(".css") {
        lines(text, &mut style);
    }
    write(&out, "portal.js", &script);
    write(&out, "portal.css", &style);
}

/// With its compressed form: what is sent often is worth the best compression there is.
fn write(out: &Path, name: &str, text: &str) {
    fs::write(out.join(name), text).expect("the output directory can be written to");
    let packed = fs::File::create(out.join(format!("{name}.gz"))).expect("so it can");
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, text.as_bytes(), packed)
        .expect("it is read from memory and written to a file");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Removes lines that are comments or imports; types, indentation and most line ends of all others.
fn lines(text: &str, out: &mut String) {
    let (mut comment, mut import) = (false, false);
    for line in text.lines().map(str::trim) {
        let begins =
            line.starts_with("/*") && line.find("*/").is_none_or(|at| at + 2 == line.len());
        if comment || begins {
            comment = !line.ends_with("*/");
        } else if import || line.starts_with("import ") {
            import = !line.ends_with(';');
        } else if !line.is_empty() && !line.starts_with("//") {
            let line = without_types(line.strip_prefix("export ").unwrap_or(line));
            // The next line may follow directly, unless a comment ends this one.
            let joins = line.ends_with(['{', ',', ';', '(', '[']) && !line.contains("//");
            write!(out, "{line}{}", if joins { "" } else { "\n" }).expect("writing to a string");
        }
    }
}

/// Types inside a line are comments as well.
fn without_types(line: &str) -> String {
    let mut parts = line.split("/** @type ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/ ").map_or("", |(_, code)| code))
}

fn check_names(scripts: &[&(&str, String)]) {
    let mut known = BTreeMap::new();
    for (module, text) in scripts {
        for line in text.lines() {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            let declared = ["function ", "const ", "let ", "class "]
                .iter()
                .find_map(|word| line.strip_prefix(word));
            let Some(declared) = declared else { continue };
            let end = declared.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let name = &declared[..end.unwrap_or(declared.len())];
            if let Some(other) = known.insert(name.to_owned(), *module) {
                panic!("{module} and {other} both declare `{name}`; all modules share one scope");
            }
        }
    }
}

fn check_order(scripts: &[&(&str, String)]) {
    for (place, (module, text)) in scripts.iter().enumerate() {
        let imports = |line: &&str| line.contains(" from \"") && !line.starts_with("/**");
        for line in text.lines().filter(imports) {
            let path = line.split('"').nth(1).expect("an import names a file");
            let wanted = path.trim_start_matches("./").trim_start_matches("../");
            let folder = module.split('/').next().expect("a module lies in a folder");
            let wanted = if path.starts_with("./") {
                format!("{folder}/{wanted}")
            } else {
                wanted.to_owned()
            };
            let earlier = scripts[..place].iter().any(|(name, _)| *name == wanted);
            assert!(
                earlier,
                "{module} imports {wanted}, which the manifest does not name before it"
            );
        }
    }
}
