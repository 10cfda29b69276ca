//! Tokens of agents.

use std::sync::Arc;

use jiff::Timestamp;
use sayso_desk::store::{AgentToken, Store, StoreError};

pub async fn tokens_of_agents_are_kept_until_they_are_revoked(
    store: Arc<dyn Store>,
) -> Result<(), StoreError> {
    let at = |second: i64| Timestamp::from_second(second).expect("in range");
    let token = |id: &str, second: i64| AgentToken {
        id: id.to_owned(),
        hash: [7; 32],
        name: format!("name of {id}"),
        created_at: at(second),
        used_at: None,
    };
    assert_eq!(store.agent_tokens().await?, []);
    let (one, mut two) = (token("b", 1), token("a", 2));
    store.save_agent_token(&one).await?;
    store.save_agent_token(&two).await?;
    two.used_at = Some(at(3));
    store.save_agent_token(&two).await?;
    assert_eq!(store.agent_tokens().await?, [one.clone(), two.clone()]);
    store.remove_agent_token("b").await?;
    store.remove_agent_token("never there").await?;
    assert_eq!(store.agent_tokens().await?, [two]);
    Ok(())
}
