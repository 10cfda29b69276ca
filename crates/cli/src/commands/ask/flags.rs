//! The question made from the flags, as arguments of the dialect.

use clap::Args;
use sayso_core::{Terms, limits};
use serde_json::{Map, Number, Value, json};

use super::Ask;
use crate::exit::BadInput;

// What is asked for, and how it is answered. Its documentation would be that of the command.
#[derive(Args)]
pub(super) struct QuestionFlags {
    /// Add an option, with an optional description: 'SQLite | zero ops, one file' (repeatable)
    #[arg(short, long = "option", value_name = "LABEL[ | DESCRIPTION]")]
    pub(super) options: Vec<String>,
    /// Mark an option as recommended, by its label (repeatable)
    #[arg(short, long, value_name = "LABEL", requires = "options")]
    pub(super) recommend: Vec<String>,
    /// Preselect an option, by its label (repeatable), or fill in a number
    #[arg(short, long, value_name = "LABEL|NUMBER", allow_hyphen_values = true)]
    pub(super) default: Vec<String>,
    /// Allow more than one option
    #[arg(short, long, conflicts_with = "text", requires = "options")]
    pub(super) multi: bool,
    /// Ask for the options in order: all of them, or the first --max
    #[arg(long, conflicts_with_all = ["text", "multi"], requires = "options")]
    pub(super) rank: bool,
    /// Ask for a number
    #[arg(long, conflicts_with_all = ["text", "options", "multi", "rank"])]
    pub(super) number: bool,
    /// Minimum number of options to choose; with --number: smallest number allowed
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(super) min: Option<Number>,
    /// Maximum number of options to choose or rank; with --number: largest number allowed
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(super) max: Option<Number>,
    /// With --number: allowed numbers are this far apart, counted from --min, else from 0
    #[arg(long, value_name = "NUMBER", requires = "number", allow_negative_numbers = true)]
    pub(super) step: Option<Number>,
    /// With --number: its unit
    #[arg(long, requires = "number")]
    pub(super) unit: Option<String>,
    /// Ask for free text; with options: in addition to or instead of them
    #[arg(short, long)]
    pub(super) text: bool,
    /// Hint shown in the empty text field
    #[arg(long, requires = "text")]
    pub(super) placeholder: Option<String>,
}

impl Ask {
    /// JSON is the complete question. A flag that would be ignored beside it is refused; the others are
    /// its [`Terms`].
    pub(super) fn leaves_json_alone(&self) -> Result<(), BadInput> {
        let given = [
            ("--prompt", self.prompt.is_some()),
            ("--option", !self.flags.options.is_empty()),
            ("--text", self.flags.text),
            ("--number", self.flags.number),
            ("--min", self.flags.min.is_some()),
            ("--max", self.flags.max.is_some()),
            ("--default", !self.flags.default.is_empty()),
            ("--placeholder", self.flags.placeholder.is_some()),
            ("--on-timeout", self.on_timeout.is_some()),
        ];
        refuse(&given, "cannot be used with JSON on stdin; set it in the JSON")
    }

    /// An answer that is fetched was asked with its own.
    pub(super) fn leaves_session_alone(&self) -> Result<(), BadInput> {
        let given = [
            ("--timeout", self.manner.timeout.is_some()),
            ("--irreversible", self.manner.irreversible),
            ("--interface", self.manner.interface.is_some()),
        ];
        refuse(&given, "cannot be used with `session_id`: the question has been asked already")
    }

    /// For a question that comes as JSON, in any dialect.
    pub(super) fn terms(&self) -> Result<Terms, BadInput> {
        let interface = self.manner.interface.as_deref().map(str::parse).transpose();
        Ok(Terms {
            irreversible: self.manner.irreversible,
            timeout_seconds: self
                .manner
                .timeout
                .map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX)),
            interface: interface.map_err(|why| BadInput(format!("--interface: {why}")))?,
        })
    }

    /// The name of a file with JSON is hardly a question that somebody should answer in words.
    pub(super) fn is_no_file(&self, title: &str) -> Result<(), BadInput> {
        let is_file = title.ends_with(".json") && std::path::Path::new(title).is_file();
        match is_file && self.mode() == "text_input" && !self.flags.text {
            true => Err(BadInput(format!(
                "nothing was asked: `{title}` is a file; ask what is in it with `sayso ask < {title}`, or add --text if this is the question"
            ))),
            false => Ok(()),
        }
    }

    /// A flag without an effect is a mistake.
    pub(super) fn fits_together(&self) -> Result<(), BadInput> {
        let bounded = self.flags.min.is_some() || self.flags.max.is_some();
        match self.mode() {
            "single" if bounded => {
                let needed =
                    "--min and --max need --multi, --rank, --text with options, or --number";
                return Err(BadInput(needed.to_owned()));
            }
            "text_input" if bounded || !self.flags.default.is_empty() => {
                let needed = "--min, --max and --default need options, or --number";
                return Err(BadInput(needed.to_owned()));
            }
            "number" if self.flags.default.len() > 1 => {
                return Err(BadInput("--default: a number question has one default".to_owned()));
            }
            _ => {}
        }
        let labels: Vec<&str> = self.flags.options.iter().map(|option| split(option).0).collect();
        let unknown = self.flags.recommend.iter().find(|wanted| !labels.contains(&wanted.as_str()));
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
        let options: Vec<Value> =
            self.flags.options.iter().map(|option| self.option(option)).collect();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.to_owned(), value);
            }
        };
        set("prompt", self.prompt.as_ref().map(|prompt| json!(prompt)));
        set("options", (!options.is_empty()).then_some(Value::Array(options)));
        let [default, min, max] = match self.flags.number {
            true => ["default_number", "min", "max"],
            false => ["default_selection_ids", "min_selections", "max_selections"],
        };
        let chosen = match self.flags.default.first() {
            // The desk reports an invalid number, like every other error.
            Some(first) if self.flags.number => Some(number(first)),
            Some(_) => Some(json!(self.flags.default)),
            None => None,
        };
        set(default, chosen);
        set(min, self.flags.min.as_ref().map(|min| json!(min)));
        set(max, self.flags.max.as_ref().map(|max| json!(max)));
        set("step", self.flags.step.as_ref().map(|step| json!(step)));
        set("unit", self.flags.unit.as_ref().map(|unit| json!(unit)));
        set("placeholder", self.flags.placeholder.as_ref().map(|text| json!(text)));
        set("timeout_action", self.on_timeout.as_ref().map(|action| json!(action)));
        self.manner.fields().into_iter().for_each(|(name, value)| set(name, value));
        Value::Object(fields)
    }

    fn mode(&self) -> &'static str {
        let modes = [
            (self.flags.number, "number"),
            (self.flags.rank, "rank"),
            (self.flags.options.is_empty(), "text_input"),
            (self.flags.text, "hybrid"),
            (self.flags.multi, "multi"),
        ];
        modes.iter().find(|(wanted, _)| *wanted).map_or("single", |(_, mode)| mode)
    }

    fn option(&self, given: &str) -> Value {
        let (label, description) = split(given);
        // A script wants the label back; very long ones get a number instead.
        let position =
            self.flags.options.iter().position(|option| option == given).unwrap_or(0) + 1;
        let id = if label.len() <= limits::ID { label.to_owned() } else { position.to_string() };
        let mut option = json!({ "id": id, "label": label });
        if let Some(description) = description {
            option["description"] = json!(description);
        }
        if self.flags.recommend.iter().any(|recommended| recommended == label) {
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
