//! Pages that were let in.

use std::sync::Arc;

use sayso_desk::store::{Store, StoreError};

use super::samples::at;

pub async fn a_token_is_known_with_its_last_use(store: Arc<dyn Store>) -> Result<(), StoreError> {
    let (one, other) = ([1; 32], [2; 32]);
    assert_eq!(store.token_used(&one).await?, None);
    store.set_token_used(&one, at(100)).await?;
    store.set_token_used(&other, at(200)).await?;
    store.set_token_used(&one, at(300)).await?;
    assert_eq!(store.token_used(&one).await?, Some(at(300)));
    assert_eq!(store.token_used(&other).await?, Some(at(200)));
    assert_eq!(store.token_used(&[3; 32]).await?, None);
    Ok(())
}

pub async fn tokens_that_nobody_uses_go(store: Arc<dyn Store>) -> Result<(), StoreError> {
    for n in 1..=3 {
        store.set_token_used(&[n; 32], at(u64::from(n) * 100)).await?;
    }
    assert_eq!(store.forget_tokens(at(200)).await?, 1);
    assert_eq!(store.forget_tokens(at(200)).await?, 0);
    assert_eq!(store.token_used(&[1; 32]).await?, None);
    assert_eq!(store.token_used(&[2; 32]).await?, Some(at(200)), "used at that very moment");
    Ok(())
}
