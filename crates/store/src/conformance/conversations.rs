//! What conversations with agents remember.

use std::sync::Arc;

use sayso_desk::store::{Store, StoreError};

pub async fn conversations_are_kept_until_they_are_removed(
    store: Arc<dyn Store>,
) -> Result<(), StoreError> {
    let row = |key: &str, body: &str| (key.to_owned(), body.to_owned());
    assert_eq!(store.conversations().await?, []);
    store.save_conversation("slack C1 2.2", "{}").await?;
    store.save_conversation("slack C1 1.1", "{\"turn\":1}").await?;
    store.save_conversation("slack C1 2.2", "{\"turn\":2}").await?;
    assert_eq!(
        store.conversations().await?,
        [row("slack C1 1.1", "{\"turn\":1}"), row("slack C1 2.2", "{\"turn\":2}")]
    );
    store.remove_conversation("slack C1 1.1").await?;
    store.remove_conversation("never there").await?;
    assert_eq!(store.conversations().await?, [row("slack C1 2.2", "{\"turn\":2}")]);
    Ok(())
}
