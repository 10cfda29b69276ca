//! Personal settings.

use std::collections::BTreeMap;

use sayso_core::settings::Key;
use sayso_desk::SettingView;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::both_ways;
use crate::translate::{NotKnown, Wire};
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

/// A setting with its value, where that came from, and what a settings screen needs to draw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettingLine {
    pub key: String,
    pub value: String,
    pub source: SourceWord,
    pub group: GroupWord,
    pub draw: DrawWord,
    /// What the texts of its choices begin with, such as `value` in `value-on`.
    pub texts: String,
    pub choices: Vec<String>,
    /// Whether a value can be marked with ` always` to override the agent.
    pub always: bool,
}

impl Wire<SettingView> for SettingLine {
    fn of(setting: SettingView) -> SettingLine {
        let SettingView { key, value, source, group, draw, texts, choices, always } = setting;
        let (source, group, draw) = (source.into(), group.into(), draw.into());
        SettingLine { key: Wire::of(key), value, source, group, draw, texts, choices, always }
    }

    /// Only a setting that is not known here cannot be read: where and how to draw a known one is known.
    fn read(self) -> Result<SettingView, NotKnown> {
        let SettingLine { key, value, source, group, draw, texts, choices, always } = self;
        let key: Key = key.read()?;
        let (group, draw) = (
            group.try_into().unwrap_or(key.setting().group),
            draw.try_into().unwrap_or(key.setting().draw),
        );
        let source = source.try_into()?;
        Ok(SettingView { key, value, source, group, draw, texts, choices, always })
    }
}

both_ways!(SettingLine = SettingView);

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
pub fn layer_of(layer: sayso_core::settings::SettingsLayer) -> BTreeMap<String, String> {
    Wire::of(layer)
}

pub fn read_layer(
    layer: BTreeMap<String, String>,
) -> Result<sayso_core::settings::SettingsLayer, NotKnown> {
    layer.read()
}
