//! `/stats`: figures over what was asked.

use std::time::Duration;

use sayso_access::problem::Result;
use sayso_wire::{StatsRequest, StatsView};

use super::body::Json;
use super::desk_of_caller::ForAnswering;
use super::parameters::Parameters;

pub(super) async fn stats(
    ForAnswering(desk): ForAnswering,
    Parameters(StatsRequest { seconds }): Parameters<StatsRequest>,
) -> Result<Json<StatsView>> {
    Ok(Json(desk.stats(seconds.map(Duration::from_secs)).await?.into()))
}
