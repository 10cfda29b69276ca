//! Any bytes from the wire: an error, or a value that means the same after a translation and back.

use std::fmt::Debug;

use sayso_desk::{Ask, Events, Page, Replied, View};
use sayso_wire::{
    AskRequest, EventsView, InteractionView, PageView, ProblemView, RepliedView, SocketCall,
    SocketReply,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Panics if a property doesn't hold for these bytes.
pub fn wire(input: &[u8]) {
    same_after_a_translation::<AskRequest, Ask>(input);
    same_after_a_translation::<InteractionView, View>(input);
    same_after_a_translation::<PageView, Page>(input);
    same_after_a_translation::<EventsView, Events>(input);
    same_after_a_translation::<RepliedView, Replied>(input);
    if let Ok(call) = serde_json::from_slice::<SocketCall>(input) {
        serde_json::to_string(&call).expect("a call can be sent");
    }
    if let Ok(reply) = serde_json::from_slice::<SocketReply>(input) {
        serde_json::to_string(&reply).expect("a reply can be sent");
    }
    if let Ok(problem) = serde_json::from_slice::<ProblemView>(input) {
        assert!(!problem.into_error().to_string().is_empty(), "an error that says nothing");
    }
}

fn same_after_a_translation<Wire, Domain>(input: &[u8])
where
    Wire: DeserializeOwned + Serialize + Debug + From<Domain>,
    Domain: TryFrom<Wire>,
{
    let Ok(read) = serde_json::from_slice::<Wire>(input) else { return };
    let Ok(domain) = Domain::try_from(read) else { return };
    let sent = serde_json::to_value(Wire::from(domain)).expect("what was read can be sent");
    let again: Wire = serde_json::from_value(sent.clone()).expect("what is sent can be read");
    let Ok(domain) = Domain::try_from(again) else { panic!("not understood any more: {sent}") };
    let twice = serde_json::to_value(Wire::from(domain)).expect("what was read can be sent");
    assert_eq!(sent, twice);
}
