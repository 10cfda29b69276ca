//! Presenting a question to a person: if a surface is open, it is shown there; otherwise a browser
//! is opened if possible; otherwise a terminal is offered, or the reply says where to go.

use async_trait::async_trait;
use sayso_core::{InteractionId, Preferred, Surface};

use crate::answering::{Answering, Opening};
use crate::asking::Asking;
use crate::fail;
use crate::view::{Attached, View};

/// The browser of the asking process, or one that it may use.
#[async_trait]
pub trait Portal: Send + Sync {
    /// Whether a browser can be opened at all.
    async fn can_open(&self) -> bool;

    /// Opens the question there and gives access, in its turn ([`in_turn`]); `false` if it failed.
    async fn open(&self, id: InteractionId) -> bool;

    /// Instructions for a person who wants to answer in a browser and was not shown one.
    fn directions(&self, view: &View) -> String;

    /// A link that grants access, if no browser can be opened and the person asked for it.
    async fn way_in(&self, _: InteractionId) -> Option<WayIn> {
        None
    }
}

/// How a person gets to a question from a browser elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayIn {
    /// Works once, for a short time.
    pub link: String,
    /// The command to run first, on the machine of the browser.
    pub tunnel: Option<String>,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// It is shown to somebody, or will be in a moment.
    Shown,
    /// It isn't shown. The person answers in a terminal by the hand-off, or follows the directions.
    HandOff { directions: String },
    /// It isn't shown. The person follows the directions.
    Told { directions: String },
}

impl Reached {
    /// What to tell the person; empty if it is shown.
    pub fn directions(&self) -> &str {
        match self {
            Reached::Shown => "",
            Reached::HandOff { directions } | Reached::Told { directions } => directions,
        }
    }
}

/// Brings a new question to a person. It is asked already, so a failure here is no reason not to
/// wait for its answer.
pub async fn bring(desk: &dyn Asking, portal: &dyn Portal, view: &View) -> Reached {
    fail::point("bring");
    let interaction = &view.interaction;
    // A test is shown to nobody.
    if !interaction.is_pending() || interaction.is_test() {
        return Reached::Shown;
    }
    let wanted = interaction.presentation.surface;
    let attached = match (view.live.shown, wanted) {
        // As the desk has said with the question.
        (false, _) => Vec::new(),
        (true, Preferred::Auto | Preferred::Chat(_)) => return Reached::Shown,
        (true, Preferred::Web | Preferred::Terminal) => match desk.attached().await {
            Ok(attached) => attached,
            Err(error) => {
                tracing::warn!(%error, "which surfaces are open is not known");
                return Reached::Told { directions: portal.directions(view) };
            }
        },
    };
    let mut next = step(wanted, interaction.id, &attached, Browser::Had);
    if next == Step::Open {
        if portal.can_open().await && portal.open(interaction.id).await {
            return Reached::Shown;
        }
        next = step(wanted, interaction.id, &attached, Browser::None);
    }
    match next {
        Step::Nothing | Step::Open => Reached::Shown,
        Step::HandOff => Reached::HandOff { directions: portal.directions(view) },
        Step::Tell => Reached::Told { directions: portal.directions(view) },
    }
}

/// Offers a terminal for a waiting question, unless one shows it.
pub async fn offer_terminal(desk: &dyn Asking, portal: &dyn Portal, view: &View) -> Reached {
    let attached = desk.attached().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "which surfaces are open is not known");
        Vec::new()
    });
    match step(Preferred::Terminal, view.interaction.id, &attached, Browser::None) {
        Step::Nothing | Step::Open => Reached::Shown,
        Step::HandOff | Step::Tell => Reached::HandOff { directions: portal.directions(view) },
    }
}

/// Opens a browser, unless one is already opening: its page shows this question too.
pub async fn in_turn(desk: &dyn Answering, open: impl Future<Output = bool>) -> bool {
    match desk.claim_opening().await {
        Ok(Opening::Another) => return true,
        Ok(Opening::Yours) => {}
        // A hub that doesn't know about turns: two pages are better than none.
        Err(error) => tracing::warn!(%error, "whether a browser is coming up is not known"),
    }
    if open.await {
        return true;
    }
    if let Err(error) = desk.give_up_opening().await {
        tracing::warn!(%error, "nobody else will try to open a browser for a while");
    }
    false
}

/// Whether this surface shows this question: a page or an inbox shows all, others only their own.
pub fn shows(open: &Attached, id: InteractionId) -> bool {
    match open.surface {
        Surface::Web => true,
        // It shows what was sent there, which is recorded with the question.
        Surface::Chat(_) => false,
        Surface::Terminal | Surface::Cli | Surface::Api => {
            open.interaction.is_none_or(|shown| shown == id)
        }
    }
}

/// Whether a person at this surface sees this question.
pub fn is_shown(open: &Attached, id: InteractionId, wanted: Preferred) -> bool {
    match open.surface {
        Surface::Web | Surface::Terminal => shows(open, id),
        Surface::Chat(chat) => wanted == Preferred::Chat(chat),
        // Programs.
        Surface::Cli | Surface::Api => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Browser {
    Had,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Nothing,
    Open,
    HandOff,
    Tell,
}

fn step(wanted: Preferred, id: InteractionId, attached: &[Attached], browser: Browser) -> Step {
    let open = |surface| attached.iter().any(|open| open.surface == surface && shows(open, id));
    let shown = || attached.iter().any(|open| is_shown(open, id, wanted));
    match (wanted, browser) {
        (Preferred::Chat(_), _) if shown() => Step::Nothing,
        // A chat that is not connected shows nothing to anybody: anywhere is better.
        (Preferred::Auto | Preferred::Chat(_) | Preferred::Terminal, _)
            if open(Surface::Terminal) =>
        {
            Step::Nothing
        }
        (Preferred::Auto | Preferred::Chat(_) | Preferred::Web, _) if open(Surface::Web) => {
            Step::Nothing
        }
        (Preferred::Auto | Preferred::Chat(_) | Preferred::Web, Browser::Had) => Step::Open,
        (Preferred::Auto | Preferred::Chat(_), Browser::None) | (Preferred::Terminal, _) => {
            Step::HandOff
        }
        (Preferred::Web, Browser::None) => Step::Tell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Browser::{Had, None as NoBrowser};

    fn id(n: u128) -> InteractionId {
        InteractionId::new(uuid::Uuid::from_u128(n << 96 | 0x4000_8000_0000_0000_0000))
    }

    fn open(surface: Surface, interaction: Option<InteractionId>) -> Attached {
        Attached { surface, label: String::new(), interaction }
    }

    /// REQ: TE-2
    #[test]
    fn a_terminal_before_a_page_before_a_browser_before_a_hand_off() {
        let check = |wanted, attached: &[Attached], browser, expected| {
            assert_eq!(step(wanted, id(1), attached, browser), expected, "{wanted:?} {attached:?}");
        };
        let (inbox, page) = (open(Surface::Terminal, None), open(Surface::Web, None));
        let own = open(Surface::Terminal, Some(id(1)));
        let other = open(Surface::Terminal, Some(id(2)));
        let page_elsewhere = open(Surface::Web, Some(id(2)));
        use Preferred::{Auto, Terminal, Web};
        let irc = sayso_core::ChatId::new("irc");
        for terminal in [&inbox, &own] {
            check(Auto, std::slice::from_ref(terminal), Had, Step::Nothing);
            check(Terminal, std::slice::from_ref(terminal), Had, Step::Nothing);
            check(Web, std::slice::from_ref(terminal), Had, Step::Open);
            check(Web, std::slice::from_ref(terminal), NoBrowser, Step::Tell);
        }
        for page in [&page, &page_elsewhere] {
            check(Auto, std::slice::from_ref(page), NoBrowser, Step::Nothing);
            check(Web, std::slice::from_ref(page), NoBrowser, Step::Nothing);
            check(Terminal, std::slice::from_ref(page), Had, Step::HandOff);
        }
        for nothing in [&[][..], &[other], &[open(Surface::Cli, None)]] {
            check(Auto, nothing, Had, Step::Open);
            check(Auto, nothing, NoBrowser, Step::HandOff);
            check(Web, nothing, Had, Step::Open);
            check(Web, nothing, NoBrowser, Step::Tell);
            check(Terminal, nothing, Had, Step::HandOff);
            check(Preferred::Chat(irc), nothing, Had, Step::Open);
            check(Preferred::Chat(irc), nothing, NoBrowser, Step::HandOff);
        }
        let chat = [open(Surface::Chat(irc), None)];
        let other = Preferred::Chat(sayso_core::ChatId::new("matrix"));
        check(Preferred::Chat(irc), &chat, Had, Step::Nothing);
        check(other, &chat, NoBrowser, Step::HandOff);
        check(Auto, &chat, NoBrowser, Step::HandOff);
    }
}
