//! Tests of the whole: what a newer hub may send, what an older client reads, and what never travels.

use sayso_core::interaction::{Outcome, State};
use sayso_core::surface::Presence;
use sayso_core::{Actor, Answer, Answers, DraftField, Surface};
use sayso_desk::{Events, Late, Page, SettingView, View};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::*;

const INVENTED: &str = "invented_later";

/// Every place in a value of this schema where a word or a variant is, by turns with one that is invented.
/// `known` is a value without any.
struct Walk {
    definitions: Map<String, Value>,
    depth: usize,
}

impl Walk {
    fn of<T: JsonSchema>() -> (Walk, Value) {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let schema: Schema = generator.subschema_for::<T>();
        let definitions = generator.take_definitions(true);
        (Walk { definitions, depth: 0 }, schema.to_value())
    }

    /// Values of this schema: the first is a plain one; each other has an invented word in one place.
    fn values(&mut self, schema: &Value) -> Vec<Value> {
        self.depth += 1;
        let values = if self.depth > 24 { vec![json!(null)] } else { self.values_of(schema) };
        self.depth -= 1;
        values
    }

    fn values_of(&mut self, schema: &Value) -> Vec<Value> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap();
            let mut merged = self.definitions[name].clone();
            for (key, value) in schema.as_object().unwrap() {
                if key != "$ref" {
                    merged[key] = value.clone();
                }
            }
            return self.values(&merged);
        }
        if let Some(word) = schema.get("const") {
            return vec![word.clone()];
        }
        if let Some(words) = schema["enum"].as_array() {
            return vec![words[0].clone(), json!(INVENTED)];
        }
        let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).cloned();
        let mut bases = match alternatives {
            Some(all) => self.alternatives(&all),
            None => vec![],
        };
        if schema["properties"].is_object() {
            let own = self.object(schema);
            bases = match bases.is_empty() {
                true => own,
                false => {
                    let mut merged: Vec<Value> = bases.iter().map(|b| union(&own[0], b)).collect();
                    merged.extend(own[1..].iter().map(|o| union(o, &bases[0])));
                    merged
                }
            };
        }
        if !bases.is_empty() {
            return bases;
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[0].as_str().unwrap_or("null").to_owned(),
            Value::String(kind) => kind.clone(),
            _ => "any".to_owned(),
        };
        match kind.as_str() {
            "array" => {
                let items = self.values(&schema["items"]);
                items.into_iter().map(|item| json!([item])).collect()
            }
            "object" => {
                let values = self.values(&schema["additionalProperties"]);
                values.into_iter().map(|value| json!({ "key": value })).collect()
            }
            "string" if schema["format"] == "uuid" => {
                vec![json!("e0537fd0-1111-4222-8333-944455556666")]
            }
            "string" if schema["format"] == "date-time" => vec![json!("2026-01-02T03:04:05Z")],
            "string" => match schema["pattern"].as_str() {
                Some(pattern) if pattern.contains("{1,16}") => vec![json!("a.1")],
                Some(pattern) if pattern.contains("{12}") => {
                    vec![json!("1.e0537fd0-1111-4222-8333-944455556666")]
                }
                Some(pattern) if pattern.contains("-?") => vec![json!("1")],
                // The name of a surface: any may be added.
                Some(_) => vec![json!("web"), json!("inventedlater")],
                None => vec![json!("text")],
            },
            "integer" | "number" => vec![json!(1)],
            "boolean" => vec![json!(true)],
            _ => vec![json!(null)],
        }
    }

    /// Each variant with its own invented places, and one variant that is invented itself.
    fn alternatives(&mut self, all: &[Value]) -> Vec<Value> {
        let mut values = Vec::new();
        for one in all {
            values.extend(self.values(one));
        }
        if let Some(Value::Object(first)) = values.first().cloned() {
            for tag in ["kind", "phase", "event", "reason", "field"] {
                if first.contains_key(tag) {
                    values.push(json!({ tag: INVENTED, "more": { "of": ["the", "future"] } }));
                }
            }
        }
        values
    }

    fn object(&mut self, schema: &Value) -> Vec<Value> {
        let mut plain = Map::from_iter([("added_later".to_owned(), json!({ "deep": [1, 2] }))]);
        let mut twisted = Vec::new();
        for (name, property) in schema["properties"].as_object().unwrap() {
            let mut values = self.values(property);
            plain.insert(name.clone(), values.remove(0));
            twisted.extend(values.into_iter().map(|value| (name.clone(), value)));
        }
        let mut all = vec![Value::Object(plain.clone())];
        for (name, value) in twisted {
            let mut one = plain.clone();
            one.insert(name, value);
            all.push(Value::Object(one));
        }
        all
    }
}

fn union(one: &Value, other: &Value) -> Value {
    let mut all = one.as_object().unwrap().clone();
    // One that only says what is required has no fields.
    all.extend(other.as_object().cloned().unwrap_or_default());
    Value::Object(all)
}

/// Reads every value that a newer hub could send in place of a `T`; says how many had something invented.
fn check_lenient<T: JsonSchema + serde::de::DeserializeOwned>() -> (Vec<T>, usize) {
    let (mut walk, schema) = Walk::of::<T>();
    let values = walk.values(&schema);
    let invented = values.iter().filter(|value| value.to_string().contains(INVENTED)).count();
    let read = values.into_iter().map(|value| {
        let text = value.to_string();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
    });
    (read.collect(), invented)
}

/// An older reader takes whatever a newer hub sends: what it does not know concerns one question alone.
#[test]
fn every_invented_word_and_variant_is_read() {
    let (views, invented) = check_lenient::<InteractionView>();
    assert!(invented >= 15, "{invented}");
    let mut told = 0;
    for view in views {
        let text = serde_json::to_string(&view).unwrap();
        match View::try_from(view) {
            Ok(_) => {}
            Err(why) => {
                assert!(why.to_string().contains("not known here"), "{why}");
                told += 1;
                assert!(text.contains("nvented_later") || text.contains("unknown"), "{text}");
            }
        }
    }
    assert!(told >= 10, "{told}");
    check_lenient::<ReplyView>();
    check_lenient::<ProblemView>().0.into_iter().for_each(|problem| drop(problem.into_error()));
    check_lenient::<HubStatus>();
    check_lenient::<Turn>();
    check_lenient::<Vec<AttachedView>>();
    check_lenient::<AskedView>();
    check_lenient::<CollectedView>();
}

/// A line that cannot be read is named, with the reason.
#[test]
fn a_list_skips_nothing() {
    let (pages, invented) = check_lenient::<PageView>();
    assert!(invented >= 2, "{invented}");
    let mut named = 0;
    for page in pages {
        let lines = page.rows.len() + page.unreadable.len();
        let page = Page::from(page);
        assert_eq!(page.rows.len() + page.unreadable.len(), lines);
        named += usize::from(page.unreadable.iter().any(|line| line.why.contains(INVENTED)));
    }
    assert!(named >= 1, "{named}");
    for events in check_lenient::<EventsView>().0 {
        Events::try_from(events).unwrap();
    }
}

/// A known setting is never lost, however a newer hub draws it; an unknown one concerns nobody here.
#[test]
fn a_known_setting_is_read_whatever_is_new_about_it() {
    let (lines, _) = check_lenient::<SettingLine>();
    assert!(lines.len() >= 4, "{}", lines.len());
    for line in lines {
        let named = SettingLine { key: "theme".to_owned(), ..line.clone() };
        assert_eq!(SettingView::try_from(named).unwrap().value, line.value);
        assert!(SettingView::try_from(line).is_err(), "its key is invented");
    }
}

/// A late answer has nothing in it that an older reader might not know.
#[test]
fn every_late_answer_is_read() {
    let late = json!({ "id": "e0537fd0-1111-4222-8333-944455556666", "irreversible": false, "more": {},
        "answer": { "session_id": "s", "question": "Which?", "status": INVENTED, "answer": "SQLite" } });
    let late: LateView = serde_json::from_value(late).unwrap();
    assert_eq!(Late::try_from(late).unwrap().answer.answer, "SQLite");
}

/// A line whose status is new is not pending here: a surface that shows what is pending hears that it is gone.
#[test]
fn a_line_with_a_new_status_leaves_the_list_of_what_is_pending() {
    let (rows, _) = check_lenient::<LineView>();
    let row = rows.into_iter().find(|row| row.status == StatusWord::Unknown(INVENTED.to_owned()));
    let row = row.unwrap();
    let cursor = CursorText("a.1".to_owned());
    let kind = EventKindView::Settled { row: Box::new(row.clone()) };
    let events = vec![EventView { cursor: cursor.clone(), kind }];
    let read = Events::try_from(EventsView { cursor, events, reset: None }).unwrap();
    let id = row.id.into();
    assert_eq!(read.events.len(), 1);
    assert!(
        matches!(&read.events[0].kind, sayso_desk::EventKind::Removed { id: gone } if *gone == id)
    );
}

/// What a client sends is read strictly, whatever is unknown in it.
#[test]
fn requests_with_anything_unknown_are_refused() {
    fn check<T: JsonSchema + serde::de::DeserializeOwned, D: TryFrom<T>>(name: &str) {
        let (mut walk, schema) = Walk::of::<T>();
        for value in walk.values(&schema) {
            let read = serde_json::from_value::<T>(value.clone()).ok().map(D::try_from);
            assert!(!matches!(read, Some(Ok(_))), "{name} took {value}");
        }
    }
    check::<AskRequest, sayso_desk::Ask>("ask");
    check::<AttachRequest, sayso_desk::Attach>("attach");
    check::<ListRequest, sayso_desk::Query>("list");
    check::<SubmissionRequest, sayso_core::Submission>("submission");
    let act: Result<ActRequest, _> =
        serde_json::from_value(json!({ "command": "cancel", "note": "no", "urgent": true }));
    assert!(act.unwrap_err().to_string().contains("urgent"));
    let field: Result<DraftFieldRequest, _> =
        serde_json::from_value(json!({ "field": "colour", "question": "q1" }));
    assert!(field.unwrap_err().to_string().contains("colour"));
    let listed = json!({ "dialect": "plain", "arguments": {}, "asker": [null, null] });
    assert!(serde_json::from_value::<AskRequest>(listed).is_err(), "an asker is an object");
}

/// The document says what each dialect takes: the fields of its tool, of which some are required.
#[test]
fn every_dialect_says_what_it_takes() {
    let request = schemars::schema_for!(AskRequest).to_value();
    let limits = sayso_core::dialect::DialectLimits::default();
    let choice = arguments::provide_choice(limits.chats);
    let questions = arguments::ask_user_questions(&limits);
    let names = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let terms_and_type =
        ["interface", "irreversible", "timeout_seconds", "type"].map(str::to_owned).into();
    let expected = [
        ("provide_choice", names(&choice), json!(["title", "prompt"])),
        ("ask_user_questions", names(&questions), json!(["questions"])),
        ("shell", names(&choice), json!(["title"])),
        ("user_choice", terms_and_type, json!(null)),
        (
            "permission",
            ["irreversible", "prompt", "timeout_seconds", "title"].map(str::to_owned).into(),
            json!(["title", "prompt"]),
        ),
        ("claude_question", vec!["questions".to_owned()], json!(["questions"])),
        ("claude_plan", vec!["plan".to_owned()], json!(["plan"])),
    ];
    let shapes = request["oneOf"].as_array().unwrap().iter();
    let described = shapes.map(|shape| {
        let Value::Object(fields) = &shape["properties"] else { panic!("{shape}") };
        let (dialect, arguments) = (fields["dialect"]["const"].as_str(), &fields["arguments"]);
        (dialect.unwrap(), names(arguments), arguments["required"].clone())
    });
    assert_eq!(described.collect::<Vec<_>>(), expected);
}

/// A model that keeps to the schema keeps to the limits, and the legacy contract fits it too.
/// REQ: PC-1, PC-6, RA-10
#[test]
fn the_schema_of_a_choice_has_its_limits_and_takes_the_legacy_contract() {
    let schema = arguments::provide_choice(sayso_core::dialect::DialectLimits::default().chats);
    let fields = &schema["properties"];
    let option = &fields["options"]["items"];
    assert_eq!(option["required"], json!(["label"]), "the legacy contract has no ids");
    assert_eq!(fields["options"]["maxItems"], sayso_core::limits::OPTIONS);
    let timeout = &fields["timeout_seconds"];
    assert_eq!((&timeout["minimum"], &timeout["maximum"]), (&json!(5), &json!(604_800)));
    for (text, most) in [
        (&fields["title"], sayso_core::limits::TITLE),
        (&fields["prompt"], sayso_core::limits::PROMPT),
        (&option["properties"]["id"], sayso_core::limits::ID),
        (&option["properties"]["label"], sayso_core::limits::LABEL),
        (&option["properties"]["description"], sayso_core::limits::DESCRIPTION),
    ] {
        assert_eq!(text["maxLength"], most, "{text}");
    }
}

fn view() -> View {
    let (mut walk, schema) = Walk::of::<InteractionView>();
    let plain = walk.values(&schema).remove(0);
    let wire: InteractionView = serde_json::from_value(plain).unwrap();
    let mut view = View::try_from(wire).unwrap();
    let actor = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Paired);
    let given = Answer::Given {
        options: vec!["a".into()],
        text: Some("text".to_owned()),
        notes: [("a".into(), "note".to_owned())].into(),
    };
    let answers = Answers { questions: [("q1".into(), given)].into(), note: None };
    let at = "2026-01-02T03:04:05Z".parse().unwrap();
    view.interaction.state = State::Settled { at, outcome: Outcome::Answered { answers, actor } };
    view.status = view.interaction.status();
    let field = DraftField::Text { question: "q1".into(), text: "x".to_owned() };
    view.draft = Some([field].into_iter().collect());
    view
}

/// A client of the same version has exactly what the hub has, but for what only the hub knows.
#[test]
fn everything_but_what_is_hidden_arrives() {
    let mut view = view();
    let sent = serde_json::to_string(&InteractionView::from(view.clone())).unwrap();
    let read: InteractionView = serde_json::from_str(&sent).unwrap();
    assert_eq!(View::try_from(read).unwrap(), view);
    view.interaction.origin.call_id = "secret-call".to_owned();
    view.interaction.origin.token = Some("secret-token".to_owned());
    let row = sayso_desk::Row::new(&view.interaction, view.live.clone());
    let line = serde_json::to_string(&LineView::from(row)).unwrap();
    for text in [serde_json::to_string(&InteractionView::from(view)).unwrap(), line] {
        assert!(!text.contains("secret-"), "{text}");
    }
}
