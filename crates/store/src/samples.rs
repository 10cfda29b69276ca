//! Interactions to test with, the same every time.

use std::sync::Arc;

use jiff::Timestamp;
use sayso_core::control::Notes;
use sayso_core::interaction::{Outcome, State};
use sayso_core::search::{Words, text_of};
use sayso_core::surface::Presence;
use sayso_core::{
    Actor, Answer, Answers, Bounds, Choice, Completeness, Control, Dialect, DraftField, Empty,
    Form, Interaction, InteractionId, OptionId, Origin, OwnText, Policy, Preferred, Presentation,
    Purpose, Question, Surface, TimeoutAction,
};
use sayso_desk::store::{FoundRows, Query, Scope, Store, StoreError, Survey};

type Shared = Arc<dyn Store>;
type Checked<T = ()> = Result<T, StoreError>;

/// A pending one that waits forever. Its id begins with `n` in eight hexadecimal digits, and it was
/// asked `n` milliseconds after the rest of the world began.
pub fn sample(n: u64) -> Interaction {
    Interaction {
        id: id(n),
        purpose: Purpose::Decision,
        revision: 1,
        origin: Origin {
            dialect: Dialect::ProvideChoice,
            agent: Some("claude-code".to_owned()),
            agent_title: Some("Claude Code".to_owned()),
            agent_version: Some("2.1.0".to_owned()),
            directory: Some("/home/ada/Projekt-Ä".to_owned()),
            session: None,
            call_id: format!(
                "{:08x}-7777-4888-9999-{n:012x}",
                n.wrapping_mul(0x9e37_79b1) & 0xffff_ffff
            ),
            token: None,
            language: None,
        },
        form: form(n),
        policy: Policy {
            timeout_seconds: None,
            timeout_action: TimeoutAction::Reinvoke,
            irreversible: false,
            surfaces: Vec::new(),
            extensible_ms: None,
            waited: false,
            ends_with_call: false,
        },
        presentation: Presentation {
            surface: Preferred::Auto,
            single_submit: false,
            annotations: true,
            placeholder: true,
            language: None,
        },
        warnings: vec!["allow_cancel: ignored".to_owned()],
        created_at: at(n),
        state: State::Pending { deadline: None },
        delivered_at: None,
        given_up: false,
        race: None,
    }
}

/// What a store of readable rows says of itself.
pub fn counted(pending: u64, settled: u64, undelivered: u64) -> Survey {
    Survey { pending, settled, undelivered, ..Survey::default() }
}

/// The same, with a deadline that many milliseconds after the world began.
pub fn sample_due(n: u64, deadline: u64) -> Interaction {
    Interaction { state: State::Pending { deadline: Some(at(deadline)) }, ..sample(n) }
}

pub fn id(n: u64) -> InteractionId {
    let text = format!("{:08x}-1111-4222-8333-{n:012x}", n & 0xffff_ffff);
    text.parse().expect("has the shape of an id")
}

pub fn ids(numbers: &[u64]) -> Vec<InteractionId> {
    numbers.iter().copied().map(id).collect()
}

pub fn listed(page: &FoundRows) -> Vec<InteractionId> {
    page.rows.iter().map(|row| row.id).collect()
}

/// All pages of it, one after the other.
pub async fn walked(store: &Shared, mut query: Query) -> Checked<Vec<InteractionId>> {
    let mut seen = Vec::new();
    loop {
        let page = store.page(&query).await?;
        seen.extend(listed(&page));
        let Some(end) = page.next else { return Ok(seen) };
        query.after = Some(end.encode());
    }
}

/// At the same time, so that they share commits.
pub async fn insert_all(store: &Shared, rows: impl Iterator<Item = Interaction>) -> Checked {
    let insert = |row: Interaction| {
        let store = Arc::clone(store);
        tokio::spawn(async move { store.insert(&row, None).await })
    };
    for task in rows.map(insert).collect::<Vec<_>>() {
        task.await.expect("no task panics")?;
    }
    Ok(())
}

/// Milliseconds after the moment when the samples' world began.
pub fn at(millis: u64) -> Timestamp {
    const BEGINNING: i64 = 1_767_225_600_000;
    let millis = BEGINNING + i64::try_from(millis).expect("a small number");
    Timestamp::from_millisecond(millis).expect("lies within this age")
}

/// The next revision, unchanged otherwise.
pub fn next(interaction: &Interaction) -> Interaction {
    Interaction { revision: interaction.revision + 1, ..interaction.clone() }
}

/// The next revision, with this end at that moment.
pub fn settled(interaction: &Interaction, millis: u64, outcome: Outcome) -> Interaction {
    Interaction { state: State::Settled { at: at(millis), outcome }, ..next(interaction) }
}

pub fn answered(interaction: &Interaction, millis: u64) -> Interaction {
    settled(interaction, millis, Outcome::Answered { answers: answers(), actor: actor() })
}

pub fn withdrawn(interaction: &Interaction, millis: u64) -> Interaction {
    settled(interaction, millis, Outcome::Withdrawn { why: "the agent went away".to_owned() })
}

/// Every way in which one can end.
pub fn outcomes() -> Vec<Outcome> {
    let note = || Some("lieber später\n改天再说".to_owned());
    vec![
        Outcome::Answered { answers: answers(), actor: actor() },
        Outcome::Cancelled { note: note(), actor: actor() },
        Outcome::Cancelled { note: None, actor: actor() },
        Outcome::Rejected { reason: note(), actor: actor() },
        Outcome::TimedOut { action: TimeoutAction::Submit, sent: Some(answers()) },
        Outcome::TimedOut { action: TimeoutAction::Cancel, sent: None },
        Outcome::Withdrawn { why: "the agent went away".to_owned() },
    ]
}

pub fn typed(text: &str) -> DraftField {
    DraftField::Text { question: "where".into(), text: text.to_owned() }
}

pub fn chosen(options: &[&str]) -> DraftField {
    let options = options.iter().map(|id| OptionId::new(*id)).collect();
    DraftField::Options { question: "where".into(), options }
}

pub fn actor() -> Actor {
    Actor::new(Some("ada".to_owned()), Surface::Web, Presence::Interactive)
}

fn answers() -> Answers {
    let given = Answer::Given {
        options: vec!["staging".into()],
        text: Some("mit Sorgfalt".to_owned()),
        notes: Notes::from([("staging".into(), "first".to_owned())]),
    };
    let skipped = Answer::Skipped { reason: None };
    Answers {
        questions: [("where".into(), given), ("why".into(), skipped)].into(),
        note: Some("오늘은 조심".to_owned()),
    }
}

fn form(n: u64) -> Form {
    let choice = |id: &str, label: &str, recommended: bool| Choice {
        id: id.into(),
        label: label.to_owned(),
        description: Some(format!("{label} and what comes with it")),
        recommended,
        safe: false,
    };
    let placed = Question {
        id: "where".into(),
        header: "Target".to_owned(),
        prompt: "Where should build 部署 go?".to_owned(),
        context: Some("Tests are green.".to_owned()),
        control: Control::Many {
            options: vec![
                choice("staging", "Staging", true),
                choice("production", "Production", false),
            ],
            own_text: OwnText::Allowed,
            bounds: Bounds { min: 0, max: 2 },
            empty: Empty::Refused,
        },
        defaults: vec!["staging".into()],
        placeholder: Some("somewhere else".to_owned()),
        notes: Notes::from([("production".into(), "on your own head".to_owned())]),
    };
    let explained = Question {
        id: "why".into(),
        header: "Reason".to_owned(),
        prompt: "Why?".to_owned(),
        context: None,
        control: Control::Text,
        defaults: Vec::new(),
        placeholder: None,
        notes: Notes::new(),
    };
    Form {
        title: format!("Deploy {n}"),
        context: Some("A \"quoted\" \\ text with\ttabs and 🦀".to_owned()),
        questions: vec![placed, explained],
        completeness: Completeness::Partial,
        note: None,
        marked: Vec::new(),
        says_all: false,
    }
}

/// With this title.
pub fn titled(n: u64, title: &str) -> Interaction {
    let mut row = sample(n);
    row.form.title = title.to_owned();
    row
}

pub async fn searched(store: &Shared, scope: Scope, words: &str) -> Checked<FoundRows> {
    let query = Query { scope, search: Some(words.to_owned()), limit: 500, after: None };
    store.page(&query).await
}

/// Every search strategy finds what the definition finds. `pause` is called before each round of
/// searches: it returns right after the rows were written, or when the store has indexed them.
pub async fn found_as_defined(store: &Shared, pause: impl Fn()) -> Checked {
    // A few syllables make many words with common parts.
    const PARTS: [&str; 12] =
        ["an", "na", "ss", "ß", "İ", "Σ", "数据", "库", "배포", "\"", "-", " "];
    // Pseudo-random numbers, the same every time.
    let mut state = 7_u64;
    let mut draw = move |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % most
    };
    let mut text = |parts: usize| (0..parts).map(|_| PARTS[draw(PARTS.len())]).collect::<String>();
    let mut rows = Vec::new();
    for n in 0..120 {
        let mut row = titled(n, &text(8));
        if n % 4 == 0 {
            row = answered(&row, 1_000 + n);
        }
        store.insert(&row, None).await?;
        rows.push(row);
    }
    let queries: Vec<String> = (0..60).map(|n| text(1 + n % 5)).collect();
    for round in 0..3 {
        pause();
        for query in &queries {
            let words = Words::of(query);
            let defined: Vec<InteractionId> = rows
                .iter()
                .rev()
                .filter(|row| words.occur_in(&text_of(row)))
                .map(|row| row.id)
                .collect();
            let page = searched(store, Scope::All, query).await?;
            assert_eq!(listed(&page), defined, "{query:?}, round {round}");
        }
        // Some rows change, some are removed; their index entries are outdated.
        for n in (round..120).step_by(17) {
            let Some(place) = rows.iter().position(|row| row.id == id(n)) else { continue };
            if rows[place].is_pending() {
                let mut changed = next(&rows[place]);
                changed.form.title = text(6);
                store.replace(&changed).await?;
                rows[place] = changed;
            } else {
                store.forget(id(n)).await?;
                rows.remove(place);
            }
        }
    }
    Ok(())
}
