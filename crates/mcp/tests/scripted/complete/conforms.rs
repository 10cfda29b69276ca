//! Whether a reply conforms to the published schema; knows only the keywords that our schemas use.

use serde_json::Value;

/// As a client checks it; in addition every field must be described in the schema.
pub fn conforms(path: &str, schema: &Value, value: &Value) {
    for (keyword, rule) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "description" => {}
            "type" => {
                let found = match value {
                    Value::Object(_) => "object",
                    Value::Array(_) => "array",
                    Value::String(_) => "string",
                    Value::Bool(_) => "boolean",
                    Value::Number(number) if number.is_i64() => "integer",
                    Value::Number(_) => "number",
                    Value::Null => "null",
                };
                assert_eq!(rule, found, "{path}: {value}");
            }
            "enum" => assert!(rule.as_array().unwrap().contains(value), "{path}: {value}"),
            "required" => {
                for name in rule.as_array().unwrap() {
                    assert!(value.get(name.as_str().unwrap()).is_some(), "{path}: no {name}");
                }
            }
            "properties" => {
                for (name, value) in value.as_object().unwrap() {
                    let known = rule.get(name);
                    let known =
                        known.unwrap_or_else(|| panic!("{path}.{name} is not in the schema"));
                    conforms(&format!("{path}.{name}"), known, value);
                }
            }
            "additionalProperties" => {
                for (name, value) in value.as_object().unwrap() {
                    conforms(&format!("{path}.{name}"), rule, value);
                }
            }
            "items" => {
                for item in value.as_array().unwrap() {
                    conforms(&format!("{path}[]"), rule, item);
                }
            }
            other => panic!("{path}: `{other}` is not known to this test"),
        }
    }
}
