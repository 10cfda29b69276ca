//! Size limits of Slack, in one place.
//!
//! Lengths are counted in UTF-16 units, which are never fewer than what Slack counts.

pub(crate) const BLOCKS: usize = 50;
pub(crate) const VIEW_BLOCKS: usize = 100;
pub(crate) const ACTIONS: usize = 25;
pub(crate) const CONTEXT_ELEMENTS: usize = 10;

/// All texts of a message's blocks together. Slack refuses about 13,200 and doesn't document how it
/// counts.
pub(crate) const MESSAGE: usize = 12_000;
/// The text next to the blocks, or instead of them; 40,000 are allowed.
pub(crate) const FALLBACK: usize = 30_000;

pub(crate) const SECTION: usize = 3_000;
pub(crate) const CONTEXT: usize = 2_000;
pub(crate) const BUTTON: usize = 75;
pub(crate) const BUTTON_VALUE: usize = 2_000;
pub(crate) const ID: usize = 255;
/// The documentation says 150 for the value, the official types say 75.
pub(crate) const OPTION: usize = 75;

pub(crate) const CHECKBOXES: usize = 10;
pub(crate) const SELECT: usize = 100;
pub(crate) const OVERFLOW: usize = 5;

pub(crate) const PLACEHOLDER: usize = 150;
pub(crate) const LABEL: usize = 2_000;
pub(crate) const INPUT: usize = 3_000;
pub(crate) const CONFIRM_TITLE: usize = 100;
pub(crate) const CONFIRM_TEXT: usize = 300;
pub(crate) const CONFIRM_BUTTON: usize = 30;
pub(crate) const VIEW_TITLE: usize = 24;
pub(crate) const METADATA: usize = 3_000;
/// All texts of a modal, in bytes. Slack accepts 250 KB including everything around them.
pub(crate) const VIEW: usize = 200_000;

/// Questions in one message (SL-3).
pub(crate) const QUESTIONS: usize = 6;
/// Options that are shown as buttons; more become a menu (SL-1).
pub(crate) const OPTION_BUTTONS: usize = 4;
