//! Where ids come from.

use uuid::Uuid;

pub trait Ids: Send + Sync + 'static {
    fn draw(&self) -> Uuid;
}

/// The operating system's randomness.
pub struct RandomIds;

impl Ids for RandomIds {
    #[expect(clippy::disallowed_methods, reason = "this is the source that the others are to use")]
    fn draw(&self) -> Uuid {
        Uuid::new_v4()
    }
}
