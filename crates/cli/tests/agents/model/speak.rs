//! Replies of models in four protocols, complete or as a stream of events: one text or one call.

use serde_json::{Value, json};

use super::Reply;
use super::read::Protocol;

/// As server-sent events. `number` makes the ids unique.
pub fn stream(protocol: Protocol, reply: &Reply, number: usize) -> String {
    match protocol {
        Protocol::Responses => named(&responses_events(reply, number)),
        Protocol::Chat => {
            let chunks = chat_chunks(reply, number);
            let lines = chunks.iter().map(|chunk| format!("data: {chunk}\n\n"));
            lines.chain(["data: [DONE]\n\n".to_owned()]).collect()
        }
        Protocol::Messages => named(&messages_events(reply, number)),
        Protocol::Generate => format!("data: {}\n\n", whole(protocol, reply, number)),
    }
}

/// As one document.
pub fn whole(protocol: Protocol, reply: &Reply, number: usize) -> Value {
    match protocol {
        Protocol::Responses => json!({
            "id": format!("resp_{number}"), "object": "response", "status": "completed",
            "output": [responses_item(reply, number)], "usage": responses_usage(),
        }),
        Protocol::Chat => {
            let (mut message, finish) = chat_message(reply, number);
            message["role"] = json!("assistant");
            json!({
                "id": format!("chatcmpl-{number}"), "object": "chat.completion", "created": 1, "model": "scripted",
                "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
                "usage": chat_usage(),
            })
        }
        Protocol::Messages => {
            let (block, stop) = messages_block(reply, number);
            json!({
                "id": format!("msg_{number}"), "type": "message", "role": "assistant", "model": "scripted",
                "content": [block], "stop_reason": stop, "stop_sequence": null,
                "usage": { "input_tokens": 10, "output_tokens": 10 },
            })
        }
        Protocol::Generate => {
            let part = match reply {
                Reply::Text(text) => json!({ "text": text }),
                Reply::Call { name, arguments, .. } => {
                    json!({ "functionCall": { "name": name, "args": arguments } })
                }
            };
            json!({
                "candidates": [{ "index": 0, "content": { "role": "model", "parts": [part] }, "finishReason": "STOP" }],
                "usageMetadata": { "promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20 },
                "modelVersion": "scripted",
            })
        }
    }
}

/// Replies to other requests: the list of models, the length of a text.
pub fn beside(path: &str) -> Value {
    if path.ends_with("/models") {
        json!({ "object": "list", "data": [{ "id": "scripted", "object": "model" }], "models": [] })
    } else if path.ends_with("countTokens") {
        json!({ "totalTokens": 10 })
    } else if path.ends_with("/count_tokens") {
        json!({ "input_tokens": 10 })
    } else {
        json!({})
    }
}

/// Events named by the type in their data.
fn named(events: &[Value]) -> String {
    let line = |event: &Value| {
        format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
    };
    events.iter().map(line).collect()
}

fn responses_usage() -> Value {
    json!({
        "input_tokens": 10, "input_tokens_details": { "cached_tokens": 0 },
        "output_tokens": 10, "output_tokens_details": { "reasoning_tokens": 0 }, "total_tokens": 20,
    })
}

fn responses_item(reply: &Reply, number: usize) -> Value {
    match reply {
        Reply::Text(text) => json!({
            "type": "message", "id": format!("msg_{number}"), "role": "assistant", "status": "completed",
            "content": [{ "type": "output_text", "text": text, "annotations": [] }],
        }),
        Reply::Call { namespace, name, arguments } => {
            let mut item = json!({
                "type": "function_call", "id": format!("fc_{number}"), "call_id": format!("call_{number}"),
                "name": name, "arguments": arguments.to_string(), "status": "completed",
            });
            if let Some(namespace) = namespace {
                item["namespace"] = json!(namespace);
            }
            item
        }
    }
}

fn responses_events(reply: &Reply, number: usize) -> Vec<Value> {
    let id = format!("resp_{number}");
    let item = responses_item(reply, number);
    vec![
        json!({ "type": "response.created", "response": { "id": id } }),
        json!({ "type": "response.output_item.added", "output_index": 0, "item": item }),
        json!({ "type": "response.output_item.done", "output_index": 0, "item": item }),
        json!({ "type": "response.completed", "response": {
            "id": id, "status": "completed", "output": [item], "usage": responses_usage() } }),
    ]
}

fn chat_usage() -> Value {
    json!({ "prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20 })
}

fn chat_message(reply: &Reply, number: usize) -> (Value, &'static str) {
    match reply {
        Reply::Text(text) => (json!({ "content": text }), "stop"),
        Reply::Call { name, arguments, .. } => {
            let call = json!({
                "index": 0, "id": format!("call_{number}"), "type": "function",
                "function": { "name": name, "arguments": arguments.to_string() },
            });
            (json!({ "content": null, "tool_calls": [call] }), "tool_calls")
        }
    }
}

fn chat_chunks(reply: &Reply, number: usize) -> Vec<Value> {
    let (mut delta, finish) = chat_message(reply, number);
    delta["role"] = json!("assistant");
    let chunk = |choices: Value| {
        json!({
            "id": format!("chatcmpl-{number}"), "object": "chat.completion.chunk", "created": 1,
            "model": "scripted", "choices": choices,
        })
    };
    let mut last = chunk(json!([{ "index": 0, "delta": {}, "finish_reason": finish }]));
    last["usage"] = chat_usage();
    vec![chunk(json!([{ "index": 0, "delta": delta, "finish_reason": null }])), last]
}

fn messages_block(reply: &Reply, number: usize) -> (Value, &'static str) {
    match reply {
        Reply::Text(text) => (json!({ "type": "text", "text": text }), "end_turn"),
        Reply::Call { name, arguments, .. } => {
            let id = format!("toolu_{number}");
            (json!({ "type": "tool_use", "id": id, "name": name, "input": arguments }), "tool_use")
        }
    }
}

fn messages_events(reply: &Reply, number: usize) -> Vec<Value> {
    let (mut block, stop) = messages_block(reply, number);
    let delta = match reply {
        Reply::Text(text) => {
            block["text"] = json!("");
            json!({ "type": "text_delta", "text": text })
        }
        Reply::Call { arguments, .. } => {
            block["input"] = json!({});
            json!({ "type": "input_json_delta", "partial_json": arguments.to_string() })
        }
    };
    let message = json!({
        "id": format!("msg_{number}"), "type": "message", "role": "assistant", "model": "scripted",
        "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": { "input_tokens": 10, "output_tokens": 1 },
    });
    vec![
        json!({ "type": "message_start", "message": message }),
        json!({ "type": "content_block_start", "index": 0, "content_block": block }),
        json!({ "type": "content_block_delta", "index": 0, "delta": delta }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": stop, "stop_sequence": null },
                "usage": { "output_tokens": 10 } }),
        json!({ "type": "message_stop" }),
    ]
}
