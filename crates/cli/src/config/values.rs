//! The values of the operational settings, each from the strongest source.

use sayso_chat::Given;
use sayso_core::settings::{Setting, Source};

use super::environment::Environment;
use super::file::Flat;
use super::table::{all, find};
use crate::exit::BadInput;
use crate::wiring::CHATS;

/// Every setting of a section, or of all, with its canonical value and source.
pub(crate) struct Values(pub Vec<(&'static Setting, String, Source)>);

impl Values {
    /// Removes known names from the file. An empty value counts as not set.
    pub(crate) fn read(
        section: &str,
        file: &mut Flat,
        variables: &Environment,
        faults: &mut Vec<String>,
    ) -> Values {
        let mut values = Vec::new();
        for setting in all().filter(|setting| setting.name.starts_with(section)) {
            let in_file = file.remove(setting.name).filter(|value| !value.trim().is_empty());
            let (raw, source) = match (variables.of(setting), in_file) {
                (Some((_, value)), _) => (value, Source::Environment),
                (None, Some(value)) => (value, Source::File),
                (None, None) => (setting.default.to_owned(), Source::Builtin),
            };
            match setting.parse(&raw, CHATS) {
                Ok(value) => values.push((setting, value, source)),
                Err(_) if raw.is_empty() => values.push((setting, raw, source)),
                Err(problem) => faults.push(problem.to_string()),
            }
        }
        Values(values)
    }

    /// Empty if it is not set, or was refused.
    pub(crate) fn text(&self, name: &str) -> &str {
        debug_assert!(find(name).is_some(), "the table has no {name}");
        let found = self.0.iter().find(|(setting, _, _)| setting.name == name);
        found.map(|(_, value, _)| value.as_str()).unwrap_or_default()
    }

    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    pub(crate) fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or_default()
    }

    pub(crate) fn size(&self, name: &str) -> usize {
        usize::try_from(self.number(name)).unwrap_or(usize::MAX)
    }

    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// As a chat reads them.
    pub(crate) fn given<T>(
        &self,
        variables: &Environment,
        read: impl FnOnce(&Given<'_>) -> T,
    ) -> T {
        read(&Given {
            value: &|name| self.text(name).to_owned(),
            variable: &|name| variables.first(&[name]),
        })
    }

    /// Comma-separated.
    pub(crate) fn list(&self, name: &str) -> impl Iterator<Item = &str> {
        self.text(name).split(',').map(str::trim).filter(|item| !item.is_empty())
    }
}

/// All errors at once, so that a configuration can be fixed in one go.
pub(crate) fn refuse(faults: &[String], hint: &str) -> anyhow::Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let faults = faults.join("\n  ");
    Err(BadInput(format!("the configuration has errors:\n  {faults}\n  {hint}")).into())
}
