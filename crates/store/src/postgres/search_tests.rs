//! The index catches up behind the writes, also after a hub that left texts behind.

use super::tests::listener;
use super::*;
use crate::samples::{found_as_defined, sample};
use crate::test_postgres::TestSchema;
use sayso_desk::store::{Interactions, Query, Store};

fn opened(schema: &TestSchema) -> Arc<PostgresStore> {
    let address = PostgresAddress::parse(&schema.url()).unwrap();
    Arc::new(PostgresStore::open(&address, crate::batch_sizes()).unwrap())
}

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_indexed_later_is_found_all_the_time() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema) as Arc<dyn Store>;
    // Between its rounds more of the texts move on, by the hub and by this.
    let step = search::MOVE.replace("$1", "40");
    found_as_defined(&store, || schema.execute(&step)).await.unwrap();
}

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_hub_indexes_what_one_left_behind() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema);
    for n in 0..600 {
        store.insert(&sample(n), None).await.unwrap();
    }
    drop(store);
    schema.execute(
        "insert into search_new select * from search; delete from search; \
         create function told() returns trigger language plpgsql as $$ begin \
             if not exists (select from search_new) then \
                 perform pg_notify('sayso_' || tg_table_schema, 'indexed'); \
             end if; \
             return null; \
         end $$; \
         create trigger told after delete on search_new execute function told()",
    );
    let (_client, mut heard) = listener(&schema).await;
    let store = opened(&schema);
    while heard.recv().await.unwrap() != "indexed" {}
    let query = Query { search: Some("deploy 599".to_owned()), limit: 5, ..Query::default() };
    assert_eq!(store.page(&query).await.unwrap().rows.len(), 1);
}
