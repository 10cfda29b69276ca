//! The legacy contract (`type`, options without ids, `allow_cancel`), which is still supported
//! (PC-6).

use super::mode::Mode;
use crate::dialect::read::{Fields, MISSING, Type, quoted};
use crate::limits;

/// Which contract the agent uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contract {
    /// `type` instead of `selection_mode`: ids may be missing, and no recommendation is required.
    First,
    Current,
}

const TYPES: [(&str, Mode); 2] = [("single_select", Mode::Single), ("multi_select", Mode::Multi)];

/// The mode by its new or old name.
pub(super) fn mode(fields: &mut Fields<'_, '_>) -> (Option<Mode>, Contract) {
    let given = fields.value("selection_mode", Type::Text).is_some();
    let mode = fields.word("selection_mode", &Mode::words());
    if fields.value("type", Type::Text).is_none() {
        if !given {
            let modes = quoted(Mode::words().map(|(word, _)| word));
            fields.refuse("selection_mode", MISSING, format!("use one of {modes}"));
        }
        return (mode, Contract::Current);
    }
    let old = fields.word("type", &TYPES);
    if !given {
        return (old, Contract::First);
    }
    if let (Some(mode), Some(old)) = (mode, old)
        && mode != old
    {
        let rule = format!("it contradicts `selection_mode` `{}`", mode.as_str());
        fields.refuse("type", rule, "remove `type`");
    }
    (mode, Contract::Current)
}

/// The option's id; in the legacy contract its position, counted from 1, if there is none.
pub(super) fn option_id(
    option: &mut Fields<'_, '_>,
    contract: Contract,
    at: usize,
) -> Option<String> {
    match contract {
        Contract::First if option.value("id", Type::Text).is_none() => Some((at + 1).to_string()),
        Contract::First | Contract::Current => option.required("id", limits::ID),
    }
}

/// What an agent with the legacy contract should use instead.
pub(super) fn warnings(contract: Contract, mode: Mode, allow_cancel: Option<bool>) -> Vec<String> {
    let mut warnings = Vec::new();
    if contract == Contract::First {
        warnings.push(format!(
            "type: deprecated; use `selection_mode`: \"{}\", and give each option an `id`",
            mode.as_str()
        ));
    }
    match allow_cancel {
        Some(false) => warnings.push(
            "allow_cancel: `false` is ignored, the user can always cancel; remove it".to_owned(),
        ),
        Some(true) => warnings
            .push("allow_cancel: deprecated, the user can always cancel; remove it".to_owned()),
        None => {}
    }
    warnings
}
