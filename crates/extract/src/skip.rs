//! The rest of an object that isn't a choice: skipped by its braces, so that nothing in it is
//! mistaken for a choice.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Skip {
    depth: u32,
    inside: Inside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Inside {
    #[default]
    Plain,
    String,
    Escape,
}

impl Skip {
    /// With this many open braces.
    pub(crate) fn new(depth: u32, inside: Inside) -> Skip {
        Skip { depth, inside }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.depth == 0
    }

    /// To the end of the object or of the line; `None`: neither is in sight.
    pub(crate) fn run(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, byte) in bytes.iter().enumerate() {
            match (self.inside, byte) {
                (_, b'\n') => {
                    self.inside = Inside::Plain;
                    return Some(at);
                }
                (Inside::Plain, b'"') => self.inside = Inside::String,
                (Inside::Plain, b'{') => self.depth = self.depth.saturating_add(1),
                (Inside::Plain, b'}') => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                (Inside::String, b'\\') => self.inside = Inside::Escape,
                (Inside::String, b'"') => self.inside = Inside::Plain,
                (Inside::Escape, _) => self.inside = Inside::String,
                (Inside::Plain | Inside::String, _) => {}
            }
        }
        None
    }
}
