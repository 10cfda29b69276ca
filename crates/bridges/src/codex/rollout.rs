//! The file in which Codex keeps a session: what a call of its question tool returned is said only there.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

/// It is written a moment after the answer was given. Not forever: then nothing is known.
const PAUSES: [Duration; 7] = [
    Duration::from_millis(10),
    Duration::from_millis(40),
    Duration::from_millis(100),
    Duration::from_millis(150),
    Duration::from_millis(200),
    Duration::from_millis(300),
    Duration::from_millis(400),
];
/// It is among the last lines.
const END: u64 = 512 * 1024;

/// What this call returned, as soon as it is in the file.
pub(super) async fn output_of(file: &Path, call: &str) -> Option<String> {
    for pause in PAUSES {
        tokio::time::sleep(pause).await;
        if let Some(output) = end_of(file).ok().and_then(|text| find(&text, call)) {
            return Some(output);
        }
    }
    None
}

fn end_of(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    let mut bytes = Vec::new();
    file.take(END).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn find(text: &str, call: &str) -> Option<String> {
    let outputs = text.lines().rev().filter(|line| line.contains("function_call_output"));
    let mut outputs = outputs.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    outputs.find_map(|line| {
        let payload = &line["payload"];
        let is_it = payload["type"] == "function_call_output" && payload["call_id"] == call;
        is_it.then(|| match payload["output"].as_str() {
            Some(text) => text.to_owned(),
            None => payload["output"].to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: AD-3
    #[test]
    fn what_a_question_returned_is_found_by_its_call() {
        let line = |call: &str, output: &str| {
            let payload = serde_json::json!({
                "type": "function_call_output", "call_id": call, "output": output,
            });
            serde_json::json!({ "type": "response_item", "payload": payload }).to_string()
        };
        let text = format!("cut off\n{}\n{}\n", line("call_1", "one"), line("call_2", "two"));
        assert_eq!(find(&text, "call_1").as_deref(), Some("one"));
        assert_eq!(find(&text, "call_3"), None);
    }
}
