//! The example configuration: every setting with its meaning and its default, all commented out.

use sayso_core::settings::{Key, Setting};

use super::file::typed;
use super::table::all;
use crate::wiring::CHATS;

pub(crate) fn example() -> String {
    let mut text = String::from(
        "# sayso: every setting with its default. Environment variables and flags override it;\n\
         # for [personal], so does what you set in a surface or with `sayso config set`.\n",
    );
    let operational = all().map(|setting| {
        let (section, name) = setting.name.split_once('.').unwrap_or(("", setting.name));
        (section, name, setting)
    });
    let personal = Key::ALL.into_iter().map(|key| ("personal", key.as_str(), key.setting()));
    let mut last = "";
    for (section, name, setting) in operational.chain(personal) {
        if section != last {
            if last == "policy" {
                text.push_str(RULE);
            }
            text.push_str(&format!("\n[{section}]\n"));
            last = section;
        }
        text.push_str(&line(name, setting));
    }
    text
}

fn line(name: &str, setting: &Setting) -> String {
    let variables = match setting.environment() {
        none if none.is_empty() => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    let default = typed(setting.default);
    format!("# {}{variables}\n# {name} = {default}\n", setting.about(CHATS))
}

/// An example of a custom rule, at the end of `[policy]`.
const RULE: &str = "\
# a rule of your own; kind: destructive, missing (needs files or variables), ask, or allow (exactly this)
# [[policy.rules]]
# name = \"deploy\"
# about = \"production needs its credentials\"
# kind = \"missing\"
# command = [\"./deploy *\", \"terraform apply*\"]
# tool = \"Bash\"
# files = [\".env.production\"]
# variables = [\"AWS_PROFILE\"]
";
