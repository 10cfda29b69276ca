//! Where ids come from.

use jiff::Timestamp;
use uuid::{Builder, Uuid};

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

/// Begins with the time (version 7), so that consecutive ids are adjacent in an index; the rest is
/// random.
pub(crate) fn ordered(at: Timestamp, drawn: Uuid) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
    let mut rest = [0; 10];
    rest.copy_from_slice(&drawn.as_bytes()[..10]);
    Builder::from_unix_timestamp_millis(millis, &rest).into_uuid()
}
