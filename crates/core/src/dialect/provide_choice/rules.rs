//! Rules between the fields (PC-2, PC-3). Every violation is reported, not only the first.

use std::collections::BTreeSet;

use super::legacy::Contract;
use super::mode::{Count, Mode};
use super::request::{Request, Speaker};
use crate::control::Bounds;
use crate::dialect::lookalike;
use crate::problem::Problem;
use crate::text::cut;

/// Checks the request and returns the effective bounds, which are meaningful only without problems.
pub(super) fn check(request: &Request, speaker: Speaker, problems: &mut Vec<Problem>) -> Bounds {
    let mut rules = Rules { request, problems };
    rules.ids_are_unique();
    rules.labels_differ();
    let Some(mode) = request.mode else {
        rules.names_are_known();
        return NOTHING;
    };
    rules.fields_fit(mode);
    if let Count::NoOptions(_) = mode.count() {
        return NOTHING;
    }
    rules.names_are_known();
    if speaker == Speaker::Agent && request.contract == Contract::Current {
        rules.something_is_recommended();
    }
    let bounds = rules.bounds(mode);
    rules.defaults_fit(bounds);
    bounds
}

const NOTHING: Bounds = Bounds { min: 0, max: 0 };

struct Rules<'a> {
    request: &'a Request,
    problems: &'a mut Vec<Problem>,
}

impl Rules<'_> {
    fn refuse(&mut self, field: impl Into<String>, rule: impl Into<String>, hint: &str) {
        self.problems.push(Problem::new(field, rule, hint));
    }

    fn ids_are_unique(&mut self) {
        let mut seen = BTreeSet::new();
        for (at, option) in self.request.options.iter().enumerate() {
            if let Some(id) = &option.id
                && !seen.insert(id.as_str())
            {
                let rule = format!("an earlier option has the same id, `{}`", cut(id, SHOWN));
                self.refuse(format!("options[{at}].id"), rule, "give each option its own id");
            }
        }
    }

    fn labels_differ(&mut self) {
        let options = self.request.options.iter().enumerate();
        let labels: Vec<_> =
            options.filter_map(|(at, option)| Some((at, option.label.as_deref()?))).collect();
        self.problems.extend(lookalike::labels("", &labels));
    }

    fn names_are_known(&mut self) {
        let request = self.request;
        let known: BTreeSet<&str> =
            request.options.iter().filter_map(|option| option.id.as_deref()).collect();
        for (at, id) in request.defaults.iter().enumerate() {
            if !known.contains(id.as_str()) {
                let rule = format!("there is no option `{}`", cut(id, SHOWN));
                self.refuse(format!("default_selection_ids[{at}]"), rule, "use ids of `options`");
            }
        }
        for id in request.notes.keys().filter(|id| !known.contains(id.as_str())) {
            let id = cut(id, SHOWN);
            let rule = format!("there is no option `{id}`");
            self.refuse(format!("option_annotations.{id}"), rule, "use ids of `options`");
        }
    }

    /// Fields that have no effect in this mode, and options if they are required.
    fn fields_fit(&mut self, mode: Mode) {
        let request = self.request;
        let name = mode.as_str();
        let options = [
            ("options", !request.options.is_empty()),
            ("default_selection_ids", !request.defaults.is_empty()),
            ("min_selections", request.min.is_some()),
            ("max_selections", request.max.is_some()),
            ("option_annotations", !request.notes.is_empty()),
        ];
        match mode.count() {
            Count::NoOptions(hint) => {
                self.only_if(false, options, &format!("`{name}` has no options"), hint);
            }
            Count::Exactly if request.options.len() == 1 => {
                let rule = format!("`{name}` needs at least 2 options");
                self.refuse("options", rule, "give more");
            }
            Count::One | Count::AtLeast(_) | Count::Exactly
                if request.options.is_empty() && !self.is_refused("options") =>
            {
                let rule = format!("`{name}` needs options");
                self.refuse("options", rule, "give at least one, or use `text_input`");
            }
            Count::One | Count::AtLeast(_) | Count::Exactly => {}
        }
        let field = [
            ("placeholder", request.placeholder.is_some()),
            ("show_placeholder", request.show_placeholder == Some(true)),
        ];
        let has_field = format!("`{name}` has no text field to show it in");
        self.only_if(mode.has_field(), field, &has_field, "remove it, or use `hybrid`");
        self.problems.extend(request.own.problems(mode));
        if mode != Mode::Single && request.single_submit == Some(true) {
            let rule = format!("`{name}` cannot be submitted by choosing one option");
            self.refuse("single_submit_mode", rule, "remove it, or use `single`");
        }
        let notes = [
            ("option_annotations", !request.notes.is_empty()),
            ("global_annotation", request.note.is_some()),
        ];
        let hint = "remove it, or set `allow_annotations`: true";
        let off = "notes are off (`allow_annotations`: false)";
        self.only_if(request.annotations != Some(false), notes, off, hint);
    }

    /// Fields that have no effect unless this holds.
    fn only_if<const N: usize>(
        &mut self,
        holds: bool,
        fields: [(&str, bool); N],
        rule: &str,
        hint: &str,
    ) {
        for (field, _) in fields.into_iter().filter(|(_, given)| *given && !holds) {
            self.refuse(field, rule, hint);
        }
    }

    /// More than one where one is chosen is advice, not an error: see `quality`.
    fn something_is_recommended(&mut self) {
        let options = &self.request.options;
        if options.is_empty() || options.iter().any(|option| option.recommended) {
            return;
        }
        let rule = "at least one option must be `recommended`, none is";
        let hint = "set `recommended`: true on what you would choose or put first";
        self.refuse("options", rule, hint);
    }

    fn bounds(&mut self, mode: Mode) -> Bounds {
        let Request { min, max, options, .. } = self.request;
        let count = options.len();
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let least = match mode.count() {
            Count::One => {
                for (field, number) in [("min_selections", min), ("max_selections", max)] {
                    if number.is_some_and(|number| number != 1) {
                        let rule = format!("`{}` means exactly one option", mode.as_str());
                        self.refuse(field, rule, "remove it, or use `multi`");
                    }
                }
                return Bounds { min: 1, max: 1 };
            }
            Count::AtLeast(least) => least,
            Count::Exactly => max.map_or(count, size).min(count),
            Count::NoOptions(_) => return NOTHING,
        };
        let bounds = Bounds { min: min.map_or(least, size), max: max.map_or(count, size) };
        if count == 0 {
            return bounds;
        }
        let outside = |what: &str, from: usize| {
            format!("{what} is outside {from} to {count} (the number of options)")
        };
        let (low, high) = (bounds.min > count, !(1..=count).contains(&bounds.max));
        if low {
            self.refuse("min_selections", outside(&bounds.min.to_string(), 0), "lower it");
        }
        if high {
            let hint = "give a number in that range, or remove it";
            self.refuse("max_selections", outside(&bounds.max.to_string(), 1), hint);
        }
        if !low && !high && mode.count() == Count::Exactly && bounds.min != bounds.max {
            let places = if bounds.max == 1 { "its 1 place" } else { "all its places" };
            let rule = format!("`{}` fills {places}", mode.as_str());
            self.refuse("min_selections", rule, "remove it; `max_selections` says how many");
        } else if !low && !high && bounds.min > bounds.max {
            let rule = format!("{} is more than `max_selections` ({})", bounds.min, bounds.max);
            self.refuse("min_selections", rule, "lower it, or raise `max_selections`");
        }
        bounds
    }

    fn defaults_fit(&mut self, bounds: Bounds) {
        let chosen: BTreeSet<&String> = self.request.defaults.iter().collect();
        if chosen.len() > bounds.max && !self.is_refused("max_selections") {
            let rule = format!("{} options, at most {} can be chosen", chosen.len(), bounds.max);
            self.refuse("default_selection_ids", rule, "give fewer");
        }
    }

    fn is_refused(&self, field: &str) -> bool {
        self.problems.iter().any(|problem| problem.field == field)
    }
}

/// Longer names are cut.
const SHOWN: usize = 60;
