//! A person's Slack message, as an agent should read it.

/// Without the mention of the app itself, and without Slack's own marks.
pub(crate) fn heard(text: &str, app: Option<&str>) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        said.push_str(before);
        let Some((inside, behind)) = after.split_once('>') else {
            rest = after;
            said.push('<');
            continue;
        };
        said.push_str(&reference(inside, app));
        rest = behind;
    }
    said.push_str(rest);
    said.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").trim().to_owned()
}

/// `@U1`, `#C1|general`, `!here`, `https://x|label`.
fn reference(inside: &str, app: Option<&str>) -> String {
    let (target, label) = match inside.split_once('|') {
        Some((target, label)) => (target, Some(label)),
        None => (inside, None),
    };
    match target.split_at_checked(1) {
        Some(("@", user)) if Some(user) == app => String::new(),
        Some((mark @ ("@" | "#"), id)) => format!("{mark}{}", label.unwrap_or(id)),
        Some(("!", special)) => {
            label.map_or_else(|| format!("@{}", special.trim_start_matches('!')), str::to_owned)
        }
        _ => target.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slacks_marks_become_what_was_meant() {
        let cases = [
            ("<@UBOT> fix the tests", "fix the tests"),
            ("hello <@UBOT>", "hello"),
            ("ask <@U1> in <#C1|general>", "ask @U1 in #general"),
            ("see <https://x.test/a?b&amp;c|x.test>", "see https://x.test/a?b&c"),
            ("<mailto:a@x.test|a@x.test>", "mailto:a@x.test"),
            ("<!here> a &lt; b &amp;&amp; c", "@here a < b && c"),
            ("1 < 2", "1 < 2"),
            ("&amp;lt;", "&lt;"),
        ];
        for (slack, plain) in cases {
            assert_eq!(heard(slack, Some("UBOT")), plain, "{slack}");
        }
    }
}
