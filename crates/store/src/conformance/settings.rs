//! What the person has set.

use std::sync::Arc;

use sayso_core::settings::{Key, Layer};
use sayso_desk::store::{Store, StoreError};

pub async fn what_is_set_comes_back(store: Arc<dyn Store>) -> Result<(), StoreError> {
    assert_eq!(store.settings().await?, Layer::new());
    let mut expected = Layer::new();
    for key in Key::ALL {
        store.set_setting(key, Some(key.builtin())).await?;
        expected.insert(key, key.builtin().to_owned());
    }
    store.set_setting(Key::Timeout, Some("900 always")).await?;
    expected.insert(Key::Timeout, "900 always".to_owned());
    assert_eq!(store.settings().await?, expected);
    Ok(())
}

pub async fn unsetting_goes_back_to_the_default(store: Arc<dyn Store>) -> Result<(), StoreError> {
    store.set_setting(Key::Theme, Some("dark")).await?;
    store.set_setting(Key::Language, Some("ko")).await?;
    store.set_setting(Key::Theme, None).await?;
    store.set_setting(Key::Hints, None).await?;
    assert_eq!(store.settings().await?, Layer::from([(Key::Language, "ko".to_owned())]));
    Ok(())
}
