//! Tests beside `problem.rs`.

use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Status, Surface};
use sayso_desk::StoreError;

use super::*;

/// A desk elsewhere fails with the very error it failed with over there.
#[test]
fn errors_survive_the_wire() {
    let id: InteractionId = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    let actor = Actor::new(
        Some("ann".to_owned()),
        Surface::Chat(sayso_core::ChatId::new("irc")),
        Presence::Interactive,
    );
    let problems = vec![Problem::new("options[2].id", "is blank", "give it one")];
    let at = "2026-03-01T14:03:00Z".parse().unwrap();
    let settled = Refusal::AlreadySettled { status: Status::AutoSubmitted, actor: Some(actor), at };
    let cases = [
        (422, DeskError::Invalid { problems: problems.clone() }),
        (404, DeskError::NotFound { id: "e053".to_owned() }),
        (409, DeskError::Ambiguous { prefix: "e0".to_owned(), matches: vec![id] }),
        (409, DeskError::Refused(settled)),
        (422, DeskError::Refused(Refusal::Invalid { problems })),
        (403, DeskError::Refused(Refusal::NeedsPerson)),
        (403, DeskError::Refused(Refusal::AgentTerminal)),
        (422, DeskError::Refused(Refusal::PastLimit { seconds: 55 })),
        (409, DeskError::Occupied { owner: "tmux".to_owned() }),
        (410, DeskError::TicketExpired),
        (422, DeskError::NotInteractive(Surface::Cli)),
        (507, DeskError::Store(StoreError::Full)),
        (503, DeskError::Store(StoreError::Lost("the database was removed".to_owned()))),
        (503, DeskError::Store(StoreError::Away { at: "x".to_owned(), detail: "y".to_owned() })),
    ];
    for (status, error) in cases {
        let said = format!("{error:?}");
        let document = ProblemView::from(error);
        assert_eq!(document.status, status, "{said}");
        let wire = serde_json::to_string(&document).unwrap();
        let back: ProblemView = serde_json::from_str(&wire).unwrap();
        assert_eq!(format!("{:?}", back.into_error()), said);
    }
}

/// What went wrong inside is given as text, and is never mistaken for a fault of the request.
#[test]
fn failures_of_the_store_keep_their_message() {
    let broken = StoreError::Corrupt { path: "sayso.db".to_owned(), detail: "page 3".to_owned() };
    let document = ProblemView::from(DeskError::Store(broken));
    assert_eq!(document.status, 500);
    assert!(document.into_error().to_string().contains("sayso.db is damaged (page 3)"));
}

/// What a client can do about a refused request is said as such, not as a fault of the hub.
#[test]
fn refused_requests_are_errors_of_the_input_or_a_busy_hub() {
    let error = |status: u16| {
        let status = StatusCode::from_u16(status).unwrap();
        ProblemView::request(status, "shorten it").into_error()
    };
    for status in [400, 413, 415, 422] {
        assert!(matches!(error(status), DeskError::Invalid { .. }), "{status}");
        assert_eq!(error(status).to_string(), "shorten it");
    }
    for status in [429, 503] {
        assert_eq!(error(status).to_string(), "the hub is busy: shorten it");
    }
}
