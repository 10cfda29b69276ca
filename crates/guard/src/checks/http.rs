//! HTTP requests that delete something, made with any program.

use crate::call::Call;
use crate::word_lists::{Set, is, words};

pub(crate) const CLIENTS: [&str; 10] =
    ["curl", "wget", "http", "https", "xh", "xhs", "httpie", "curlie", "hurl", "hey"];

/// `curl -X DELETE …`, `http delete …`, and delete requests in the body or the URL.
pub(super) fn deletes(call: &Call) -> bool {
    if !call.is(&CLIENTS) {
        return false;
    }
    let method = method(call);
    let deletes = method.as_deref().is_some_and(|method| ["delete", "purge"].contains(&method));
    let said = |arg: &String| {
        let arg = arg.to_lowercase();
        words(Set::RequestParts).any(|part| arg.contains(part))
    };
    let sends = method.as_deref().is_some_and(|method| ["post", "put", "patch"].contains(&method))
        || call.options().any(|option| option.starts_with("-d") || option.starts_with("--data"));
    deletes
        || call.args.iter().any(said)
        || (sends && call.args.iter().any(|arg| ends_with_delete(arg)))
}

/// `POST /v1/users/7/delete`.
fn ends_with_delete(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    path.contains('/') && is(Set::RequestEnds, last)
}

/// The method in lower case, if one is given.
fn method(call: &Call) -> Option<String> {
    let mut args = call.args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let joined = arg
            .strip_prefix("--request=")
            .or_else(|| arg.strip_prefix("--method="))
            .or_else(|| arg.strip_prefix("-X").filter(|rest| !rest.is_empty()));
        if let Some(method) = joined {
            return Some(method.trim_matches('=').to_lowercase());
        }
        // `-sX DELETE`, `-sXDELETE`.
        let letters = arg.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        if ["-X", "--request", "--method"].contains(&arg)
            || letters.is_some_and(|letters| letters.len() < 6 && letters.ends_with('X'))
        {
            return args.next().map(str::to_lowercase);
        }
        if let Some((before, method)) = letters.and_then(|letters| letters.split_once('X'))
            && before.len() < 6
            && method.len() > 2
            && method.chars().all(|letter| letter.is_ascii_uppercase())
        {
            return Some(method.to_lowercase());
        }
        let plain = call.is(&["http", "https", "xh", "xhs", "httpie", "curlie"]);
        if plain && ["delete", "purge"].contains(&arg.to_lowercase().as_str()) {
            return Some(arg.to_lowercase());
        }
    }
    None
}
