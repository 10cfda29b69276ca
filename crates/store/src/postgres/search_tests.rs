//! The index catches up behind the writes, also after a hub that left texts behind.

use super::*;
use crate::cluster::Schema;
use crate::samples::{found_as_defined, sample};
use sayso_desk::store::{Interactions, Query, Store};

fn opened(schema: &Schema) -> Arc<PostgresStore> {
    let address = PostgresAddress::parse(&schema.url()).unwrap();
    Arc::new(PostgresStore::open(&address, crate::batch_sizes()).unwrap())
}

/// Returns when every text is in the index.
fn caught_up(schema: &Schema) {
    schema.execute(
        "do $$ begin \
             while exists (select from search_new) loop perform pg_sleep(0.01); end loop; \
         end $$",
    );
}

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_indexed_later_is_found_all_the_time() {
    let Some(schema) = Schema::new() else { return };
    let store = opened(&schema) as Arc<dyn Store>;
    found_as_defined(&store, || caught_up(&schema)).await.unwrap();
}

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_hub_indexes_what_one_left_behind() {
    let Some(schema) = Schema::new() else { return };
    let store = opened(&schema);
    for n in 0..600 {
        store.insert(&sample(n), None).await.unwrap();
    }
    drop(store);
    schema.execute("insert into search_new select * from search; delete from search");
    let store = opened(&schema);
    caught_up(&schema);
    let query = Query { search: Some("deploy 599".to_owned()), limit: 5, ..Query::default() };
    assert_eq!(store.page(&query).await.unwrap().rows.len(), 1);
}
