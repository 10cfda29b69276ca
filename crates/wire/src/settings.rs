//! Personal settings.

use std::collections::BTreeMap;

use sayso_core::settings::Key;
use sayso_desk::SettingView;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::translate::{NotKnown, Wire, record};
use crate::words::{DrawWord, GroupWord, SourceWord};

/// The schema of a setting's name.
pub(crate) struct SettingName;

impl JsonSchema for SettingName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SettingName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Key::ALL.map(Key::as_str) })
    }
}

impl Wire<Key> for String {
    fn of(key: Key) -> String {
        key.as_str().to_owned()
    }

    fn read(self) -> Result<Key, NotKnown> {
        let known = || Key::ALL.map(Key::as_str).to_vec();
        Key::from_name(&self).ok_or_else(|| NotKnown::Word {
            what: "setting",
            word: self.clone(),
            known: known(),
        })
    }
}

record! {
    /// A setting with its value, where that came from, and what a settings screen needs to draw it.
    SettingLine = SettingView {
        key: String,
        value: String,
        source: SourceWord,
        group: GroupWord,
        draw: DrawWord,
        /// What the texts of its choices begin with, such as `value` in `value-on`.
        texts: String,
        choices: Vec<String>,
        /// Whether a value can be marked with ` always` to override the agent.
        always: bool,
    }
}

/// The environment of a client that wants to see the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowSettings {
    #[serde(default)]
    #[schemars(with = "BTreeMap<SettingName, String>")]
    pub environment: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetSetting {
    pub value: String,
}

/// A personal layer of settings, from and to the names on the wire.
pub fn layer_of(layer: sayso_core::settings::Layer) -> BTreeMap<String, String> {
    Wire::of(layer)
}

pub fn read_layer(
    layer: BTreeMap<String, String>,
) -> Result<sayso_core::settings::Layer, NotKnown> {
    layer.read()
}
