//! The fingerprint of a call: equal calls are the same question.

use data_encoding::HEXLOWER;
use sayso_core::Purpose;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::asking::{Ask, Asker, Repeat};

impl Ask {
    /// Same client, same directory, same arguments; of a permission also the same tool use. `None`: this
    /// call is always a new question.
    pub fn fingerprint(&self) -> Option<String> {
        match (self.purpose, self.repeat) {
            (Purpose::Test, _) | (_, Repeat::New) => None,
            (Purpose::Decision, Repeat::Join) => Some(self.fingerprint_as(None)),
            (Purpose::Decision, Repeat::Permission | Repeat::Race) => {
                let tool_use = self.asker.tool_use.as_deref()?;
                Some(self.fingerprint_as(Some(tool_use)))
            }
        }
    }

    fn fingerprint_as(&self, tool_use: Option<&str>) -> String {
        let Asker { agent, directory, token, terms, .. } = &self.asker;
        // Keys of a `Value` are sorted, so equal arguments give equal text.
        let same = json!([self.dialect, agent, directory, token, tool_use, terms, self.arguments]);
        HEXLOWER.encode(&Sha256::digest(same.to_string()))
    }
}
