//! Where ids come from.

use uuid::Uuid;

pub trait Ids: Send + Sync + 'static {
    fn draw(&self) -> Uuid;
}

/// The id of a call, chosen by the process that makes it. It begins with the time, so that the index of
/// calls grows at its end.
#[expect(clippy::disallowed_methods, reason = "the source that everything else uses")]
pub fn call_id() -> Uuid {
    Uuid::now_v7()
}

/// The operating system's random numbers.
pub struct RandomIds;

impl Ids for RandomIds {
    #[expect(clippy::disallowed_methods, reason = "the source that everything else uses")]
    fn draw(&self) -> Uuid {
        Uuid::new_v4()
    }
}
