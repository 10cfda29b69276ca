//! Messages that show questions, until they have their last look.

use std::sync::Arc;

use sayso_desk::store::{Look, Post, Store, StoreError};

use super::samples::{answered, id, sample};

fn post(n: u64, part: u32) -> Post {
    Post {
        interaction: id(n),
        part,
        channel: "C1".to_owned(),
        message: format!("{n}.{part}"),
        thread: None,
        person: Some("U1".to_owned()),
        look: Look::Blocks,
    }
}

pub async fn posts_are_kept_until_they_are_removed(
    store: Arc<dyn Store>,
) -> Result<(), StoreError> {
    assert_eq!(store.posts().await?, []);
    for post in [post(2, 0), post(1, 1), post(1, 0)] {
        store.save_post(&post).await?;
    }
    let moved = Post {
        message: "9.9".to_owned(),
        thread: Some("8.8".to_owned()),
        person: None,
        look: Look::Text,
        ..post(1, 1)
    };
    store.save_post(&moved).await?;
    assert_eq!(store.posts().await?, [post(1, 0), moved, post(2, 0)]);
    store.remove_posts(id(1)).await?;
    store.remove_posts(id(3)).await?;
    assert_eq!(store.posts().await?, [post(2, 0)]);
    Ok(())
}

pub async fn posts_outlive_their_interaction(store: Arc<dyn Store>) -> Result<(), StoreError> {
    store.insert(&sample(1), None).await?;
    store.save_post(&post(1, 0)).await?;
    store.replace(&answered(&sample(1), 40)).await?;
    store.forget(id(1)).await?;
    assert_eq!(store.posts().await?, [post(1, 0)]);
    Ok(())
}
