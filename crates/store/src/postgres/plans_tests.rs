//! PostgreSQL's plans for the statements that every question goes through.

use tokio_postgres::SimpleQueryMessage;

use super::*;
use crate::test_postgres::TestSchema;

/// How many parameters a statement has.
fn parameters(sql: &str) -> usize {
    let number = |rest: &str| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    sql.split('$').skip(1).filter_map(number).max().unwrap_or(0)
}

/// The plan that a connection keeps. There is nothing in the tables yet, and there will be much.
async fn plan(link: &Link, sql: &str) -> String {
    let session = link.session().await.unwrap();
    let nulls = vec!["null"; parameters(sql)].join(", ");
    let explained =
        format!("prepare kept as {sql}; explain execute kept({nulls}); deallocate kept");
    let lines = session.client.simple_query(&explained).await.unwrap();
    let lines = lines.iter().filter_map(|line| match line {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// REQ: TM-1
#[tokio::test]
async fn rows_are_found_by_their_keys_even_if_the_plan_is_from_an_empty_table() {
    let Some(schema) = TestSchema::new() else { return };
    let address = PostgresAddress::parse(&schema.url()).unwrap();
    let store = PostgresStore::open(&address, crate::batch_sizes()).unwrap();
    let statements = [
        interactions::LOAD,
        interactions::LOAD_ALL,
        interactions::DUE,
        insert::INSERT,
        replace::REPLACE,
        batch::LOCK,
        drafts::SAVE,
        batch::TELL,
    ];
    for sql in statements {
        let plan = plan(&store.point, sql).await;
        for all_rows in ["Seq Scan", "Bitmap", "Hash Join", "Merge Join", "_pending", "JIT"] {
            assert!(!plan.contains(all_rows), "{sql}\n{plan}");
        }
    }
}
