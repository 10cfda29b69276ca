//! Where ids come from.

use uuid::Uuid;

pub trait Ids: Send + Sync + 'static {
    fn draw(&self) -> Uuid;
}

/// The operating system's random numbers.
pub struct RandomIds;

impl Ids for RandomIds {
    #[expect(clippy::disallowed_methods, reason = "the source that everything else uses")]
    fn draw(&self) -> Uuid {
        Uuid::new_v4()
    }
}
