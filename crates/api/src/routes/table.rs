//! One list of operations, read twice: for the router, and for the OpenAPI document.
//!
//! A handler's types say what its operation takes and gives, so the document can't say anything
//! else. A handler with a type that can't be described doesn't compile.

use axum::extract::State;
use axum::handler::Handler;
use axum::http::{HeaderMap, Method};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use sayso_wire::{HubProof, Introduction, PageProof, ProblemView, SocketCall};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::Service;

/// Who can use an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Door {
    /// Everyone.
    Open,
    /// Authenticated clients.
    Guarded,
    /// The same for a call that may wait.
    Waiting,
}

/// One line of the list.
pub(super) struct Listed {
    pub(super) door: Door,
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
}

/// Reads the list of all operations.
pub(super) trait Visit {
    fn visit<H: Described<T>, T: 'static>(&mut self, listed: Listed, handler: H);
}

/// A function `$name` that shows every operation to a visitor.
macro_rules! operations {
    ($name:ident $($door:ident { $(#[doc = $summary:literal] $method:ident $path:literal $handler:path;)+ })+) => {
        fn $name(visitor: &mut impl $crate::routes::table::Visit) {
            use $crate::routes::table::{Door, Listed};
            $($(visitor.visit(
                Listed {
                    door: Door::$door,
                    method: axum::http::Method::$method,
                    // Complete paths: nesting a router would split and rebuild every request.
                    path: concat!("/api/v1", $path),
                    summary: $summary.trim_ascii(),
                },
                $handler,
            );)+)+
        }
    };
}
pub(super) use operations;

/// A router per door.
#[derive(Default)]
pub(super) struct Routers {
    pub(super) open: Router<Service>,
    pub(super) guarded: Router<Service>,
    pub(super) waiting: Router<Service>,
}

impl Visit for Routers {
    fn visit<H: Described<T>, T: 'static>(&mut self, listed: Listed, handler: H) {
        let router = match listed.door {
            Door::Open => &mut self.open,
            Door::Guarded => &mut self.guarded,
            Door::Waiting => &mut self.waiting,
        };
        let method = MethodFilter::try_from(listed.method).expect("a method with a filter");
        *router = std::mem::take(router).route(listed.path, on(method, handler));
    }
}

/// The API described for machines (OpenAPI 3.1).
pub(super) struct Document {
    generator: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Visit for Document {
    fn visit<H: Described<T>, T: 'static>(&mut self, listed: Listed, _: H) {
        let problem = json!({
            "description": "what went wrong",
            "content": { "application/problem+json": { "schema": self.schema::<ProblemView>() } },
        });
        let mut operation = Operation { document: self, parameters: vec![], described: json!({}) };
        H::describe(&mut operation);
        let Operation { parameters, mut described, .. } = operation;
        described["summary"] = listed.summary.into();
        described["parameters"] = parameters.into();
        described["responses"]["4XX"] = problem.clone();
        described["responses"]["5XX"] = problem;
        if listed.door == Door::Open {
            described["security"] = json!([]);
        }
        let path = self.paths.entry(listed.path).or_insert_with(|| json!({}));
        path[listed.method.as_str().to_ascii_lowercase()] = described;
    }
}

impl Document {
    pub(super) fn new() -> Document {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into());
        Document { generator: settings.into_generator(), paths: Map::new() }
    }

    fn schema<T: JsonSchema>(&mut self) -> Value {
        self.generator.subschema_for::<T>().to_value()
    }

    pub(super) fn finish(mut self) -> Value {
        self.schema::<SocketCall>();
        self.schema::<Introduction>();
        self.schema::<HubProof>();
        self.schema::<PageProof>();
        let mut document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "sayso hub",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Agents ask people, and get exactly one answer. Over TCP a request needs a bearer token, unless its operation says otherwise: an agent's, which can only ask, or a page's session. `/api/v1/socket` is a WebSocket that takes `SocketCall` messages; without an `Authorization` header the first two are `Introduction` and `PageProof`.",
            },
            "paths": self.paths,
            "components": {
                "schemas": self.generator.take_definitions(true),
                "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            },
            "security": [{ "token": [] }],
        });
        bound_integers(&mut document);
        document
    }
}

/// The format of an integer says what it can hold; a schema has to say it in numbers.
fn bound_integers(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let max = match map.get("format").and_then(Value::as_str) {
                Some("uint16") => Some(u64::from(u16::MAX)),
                Some("uint32") => Some(u64::from(u32::MAX)),
                Some("uint" | "uint64") => Some(u64::MAX),
                _ => None,
            };
            if let Some(max) = max {
                map.remove("format");
                map.entry("maximum").or_insert(max.into());
            }
            map.values_mut().for_each(bound_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An operation while its types are read.
pub(super) struct Operation<'d> {
    document: &'d mut Document,
    parameters: Vec<Value>,
    described: Value,
}

impl Operation<'_> {
    pub(super) fn takes_in_path(&mut self, name: &str, schema: &Value) {
        let parameter = json!({ "name": name, "in": "path", "required": true, "schema": schema });
        self.parameters.push(parameter);
    }

    /// The fields of a struct, in the query string.
    pub(super) fn takes_in_query<T: JsonSchema>(&mut self) {
        let schema = T::json_schema(&mut self.document.generator).to_value();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let mut field = field.clone();
            // A query string has no null.
            if let Some(kind) = field["type"].get(0).cloned() {
                field["type"] = kind;
            }
            self.parameters.push(json!({ "name": name, "in": "query", "schema": field }));
        }
    }

    pub(super) fn takes<T: JsonSchema>(&mut self) {
        let schema = self.document.schema::<T>();
        self.described["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }

    pub(super) fn gives<T: JsonSchema>(&mut self, status: u16) {
        let schema = self.document.schema::<T>();
        self.gives_nothing(status);
        self.described["responses"][status.to_string()]["content"] =
            json!({ "application/json": { "schema": schema } });
    }

    pub(super) fn gives_nothing(&mut self, status: u16) {
        self.described["responses"][status.to_string()] = json!({ "description": "done" });
    }
}

/// Something that a handler takes or gives, as far as clients have to know.
pub(super) trait Describe {
    fn describe(_: &mut Operation<'_>) {}
}

impl Describe for State<Service> {}
impl<T> Describe for Extension<T> {}
impl Describe for HeaderMap {}

impl<T: Describe, E> Describe for Result<T, E> {
    fn describe(operation: &mut Operation<'_>) {
        T::describe(operation);
    }
}

/// A handler whose types describe it.
pub(super) trait Described<T>: Handler<T, Service> {
    fn describe(operation: &mut Operation<'_>);
}

macro_rules! handlers {
    ($(($($taken:ident),+))+) => {
        $(impl<H, Run, Marker, $($taken),+> Described<(Marker, $($taken,)+)> for H
        where
            H: FnOnce($($taken),+) -> Run + Handler<(Marker, $($taken,)+), Service>,
            Run: Future<Output: Describe>,
            $($taken: Describe,)+
        {
            fn describe(operation: &mut Operation<'_>) {
                $($taken::describe(operation);)+
                Run::Output::describe(operation);
            }
        })+
    };
}

handlers! { (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) }
