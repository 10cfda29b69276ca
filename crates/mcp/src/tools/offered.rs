//! The tools that agents are offered: the setting `mcp.tools`.

use sayso_core::Dialect;

use super::{TOOLS, ToolSpec, named};

/// Fetching comes with asking: without it, a pending reply would lead nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offered([bool; Dialect::ALL.len()]);

impl Default for Offered {
    fn default() -> Offered {
        Offered([true; Dialect::ALL.len()])
    }
}

impl Offered {
    /// Names separated by commas; none at all means every tool.
    pub fn parse(text: &str) -> Result<Offered, String> {
        let names = || text.split(',').map(str::trim).filter(|name| !name.is_empty());
        if names().next().is_none() {
            return Ok(Offered::default());
        }
        let asks = |tool: &ToolSpec| tool.name == tool.dialect.tool();
        let mut offered = Offered([false; Dialect::ALL.len()]);
        for name in names() {
            match named(name) {
                Some(tool) if asks(&tool) => offered.0[tool.dialect as usize] = true,
                Some(tool) => {
                    let with = tool.dialect.tool();
                    return Err(format!("`{name}` comes with {with}: name that one"));
                }
                None => {
                    let known = TOOLS.iter().filter(|tool| asks(tool)).map(|tool| tool.name);
                    let known = known.collect::<Vec<_>>().join(", ");
                    return Err(format!("there is no tool `{name}`; the tools are {known}"));
                }
            }
        }
        Ok(offered)
    }

    pub(crate) fn includes(self, dialect: Dialect) -> bool {
        self.0[dialect as usize]
    }
}
