//! The question made from the flags, as arguments of the dialect.

use sayso_core::{Terms, limits};
use serde_json::{Map, Number, Value, json};

use super::Ask;
use crate::exit::BadInput;

impl Ask {
    /// JSON is the complete question. A flag that would be ignored beside it is refused; the others are
    /// its [`Terms`].
    pub(super) fn leaves_json_alone(&self) -> Result<(), BadInput> {
        let given = [
            ("--prompt", self.prompt.is_some()),
            ("--option", !self.options.is_empty()),
            ("--text", self.text),
            ("--number", self.number),
            ("--min", self.min.is_some()),
            ("--max", self.max.is_some()),
            ("--default", !self.default.is_empty()),
            ("--placeholder", self.placeholder.is_some()),
            ("--on-timeout", self.on_timeout.is_some()),
        ];
        refuse(&given, "cannot be used with JSON on stdin; set it in the JSON")
    }

    /// An answer that is fetched was asked with its own.
    pub(super) fn leaves_session_alone(&self) -> Result<(), BadInput> {
        let given = [
            ("--timeout", self.timeout.is_some()),
            ("--irreversible", self.irreversible),
            ("--interface", self.interface.is_some()),
        ];
        refuse(&given, "cannot be used with `session_id`: the question has been asked already")
    }

    /// For a question that comes as JSON, in any dialect.
    pub(super) fn terms(&self) -> Result<Terms, BadInput> {
        let interface = self.interface.as_deref().map(str::parse).transpose();
        Ok(Terms {
            irreversible: self.irreversible,
            timeout_seconds: self.timeout.map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX)),
            interface: interface.map_err(|why| BadInput(format!("--interface: {why}")))?,
        })
    }

    /// A flag without an effect is a mistake.
    pub(super) fn fits_together(&self) -> Result<(), BadInput> {
        let bounded = self.min.is_some() || self.max.is_some();
        match self.mode() {
            "single" if bounded => {
                let needed =
                    "--min and --max need --multi, --rank, --text with options, or --number";
                return Err(BadInput(needed.to_owned()));
            }
            "text_input" if bounded || !self.default.is_empty() => {
                let needed = "--min, --max and --default need options, or --number";
                return Err(BadInput(needed.to_owned()));
            }
            "number" if self.default.len() > 1 => {
                return Err(BadInput("--default: a number question has one default".to_owned()));
            }
            _ => {}
        }
        let labels: Vec<&str> = self.options.iter().map(|option| split(option).0).collect();
        let unknown = self.recommend.iter().find(|wanted| !labels.contains(&wanted.as_str()));
        match unknown {
            Some(unknown) => Err(BadInput(format!(
                "--recommend: there is no option `{unknown}`; there are {}",
                labels.join(", ")
            ))),
            None => Ok(()),
        }
    }

    /// The flags as arguments of the dialect.
    pub(super) fn arguments(&self, title: &str) -> Value {
        let mut fields = Map::new();
        fields.insert("title".to_owned(), json!(title));
        fields.insert("selection_mode".to_owned(), json!(self.mode()));
        let options: Vec<Value> = self.options.iter().map(|option| self.option(option)).collect();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.to_owned(), value);
            }
        };
        set("prompt", self.prompt.as_ref().map(|prompt| json!(prompt)));
        set("options", (!options.is_empty()).then_some(Value::Array(options)));
        let [default, min, max] = match self.number {
            true => ["default_number", "min", "max"],
            false => ["default_selection_ids", "min_selections", "max_selections"],
        };
        let chosen = match self.default.first() {
            // The desk reports an invalid number, like every other error.
            Some(first) if self.number => Some(number(first)),
            Some(_) => Some(json!(self.default)),
            None => None,
        };
        set(default, chosen);
        set(min, self.min.as_ref().map(|min| json!(min)));
        set(max, self.max.as_ref().map(|max| json!(max)));
        set("step", self.step.as_ref().map(|step| json!(step)));
        set("unit", self.unit.as_ref().map(|unit| json!(unit)));
        set("placeholder", self.placeholder.as_ref().map(|text| json!(text)));
        set("timeout_seconds", self.timeout.map(|seconds| json!(seconds)));
        set("timeout_action", self.on_timeout.as_ref().map(|action| json!(action)));
        set("irreversible", self.irreversible.then_some(Value::Bool(true)));
        set("interface", self.interface.as_ref().map(|surface| json!(surface)));
        Value::Object(fields)
    }

    fn mode(&self) -> &'static str {
        let modes = [
            (self.number, "number"),
            (self.rank, "rank"),
            (self.options.is_empty(), "text_input"),
            (self.text, "hybrid"),
            (self.multi, "multi"),
        ];
        modes.iter().find(|(wanted, _)| *wanted).map_or("single", |(_, mode)| mode)
    }

    fn option(&self, given: &str) -> Value {
        let (label, description) = split(given);
        // A script wants the label back; very long ones get a number instead.
        let position = self.options.iter().position(|option| option == given).unwrap_or(0) + 1;
        let id = if label.len() <= limits::ID { label.to_owned() } else { position.to_string() };
        let mut option = json!({ "id": id, "label": label });
        if let Some(description) = description {
            option["description"] = json!(description);
        }
        if self.recommend.iter().any(|recommended| recommended == label) {
            option["recommended"] = json!(true);
        }
        option
    }
}

fn refuse(flags: &[(&str, bool)], why: &str) -> Result<(), BadInput> {
    let given: Vec<&str> =
        flags.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    match given.is_empty() {
        true => Ok(()),
        false => Err(BadInput(format!("nothing was asked: {} {why}", given.join(", ")))),
    }
}

fn number(given: &str) -> Value {
    given.parse::<Number>().map_or_else(|_| json!(given), Value::Number)
}

/// `SQLite | zero ops, one file`.
fn split(option: &str) -> (&str, Option<&str>) {
    match option.split_once(" | ") {
        Some((label, description)) => (label.trim(), Some(description.trim())),
        None => (option.trim(), None),
    }
}
