//! The suite for every database behind the store traits: one function a behaviour. A database
//! passes with one line at the end.

mod drafts;
mod key_value;
mod pages;
mod retention;
mod rows;
mod searching;
mod statistics;

use std::sync::Arc;

use sayso_desk::store::{Store, StoreError};
use sayso_store::test_postgres::TestSchema;
use sayso_store::{Options, PostgresAddress, PostgresStore, SqliteStore, batch_sizes};
use tempfile::TempDir;

type Shared = Arc<dyn Store>;
type Checked<T = ()> = Result<T, StoreError>;

/// One test a behaviour. `$open` opens an empty store, and returns what it needs as well; `None` if
/// there is none here and that is known.
macro_rules! conforms {
    ($database:ident, $open:path) => {
        mod $database {
            conforms! { @each $open;
                rows::every_state_is_loaded_as_it_was_inserted,
                rows::a_row_that_is_not_there_is_none,
                rows::the_same_short_id_is_taken,
                rows::the_same_call_makes_one_row,
                rows::ids_are_found_by_their_beginning,
                rows::an_ambiguous_beginning_finds_a_few,
                rows::the_revision_before_is_replaced,
                rows::any_other_revision_is_stale,
                rows::what_is_settled_never_changes,
                rows::of_many_at_once_exactly_one_replaces,
                rows::delivery_is_not_part_of_the_revision,
                rows::repeated_calls_are_found_until_delivered,
                rows::the_newest_ticket_counts_until_the_end,
                rows::counts_follow_every_change,
                rows::what_is_forgotten_is_gone,
                pages::the_newest_comes_first,
                pages::scopes_divide_what_is_there,
                pages::completed_ones_are_ordered_by_their_end,
                pages::pages_of_equal_times_lose_nothing_and_repeat_nothing,
                pages::rows_that_come_meanwhile_do_not_shift_the_next_page,
                pages::a_page_has_an_upper_bound,
                pages::a_cursor_that_is_none_is_refused,
                searching::any_case_and_any_script_is_found,
                searching::all_words_must_occur,
                searching::marks_mean_nothing,
                searching::what_was_answered_is_found_and_what_is_gone_is_not,
                searching::pages_of_a_search_lose_nothing_and_repeat_nothing,
                searching::whatever_is_searched_is_found_as_defined,
                searching::short_words_look_through_the_newest_and_say_so,
                pages::what_is_due_comes_nearest_first_with_the_next,
                pages::a_limit_on_what_is_due_names_the_first_left_out,
                pages::deadlines_move_all_at_once,
                pages::only_pending_ones_are_due,
                pages::unheard_are_those_without_deadline_and_listener,
                drafts::the_last_write_of_a_field_wins,
                drafts::drafts_are_kept_apart,
                drafts::settling_ends_the_draft,
                drafts::a_draft_does_not_change_the_revision,
                drafts::only_pending_ones_have_drafts,
                retention::old_ones_go_whether_delivered_or_not,
                retention::beyond_the_count_the_oldest_delivered_go,
                retention::undelivered_ones_go_only_by_age,
                retention::withdrawn_ones_count_as_delivered,
                retention::pending_ones_are_never_removed,
                retention::nothing_to_sweep_removes_nothing,
                retention::no_more_than_a_few_go_at_once,
                retention::test_questions_are_kept_apart_and_go_soon,
                statistics::every_row_is_walked_once_oldest_first,
                statistics::a_brief_says_what_the_row_does,
                key_value::what_is_put_there_comes_back,
                key_value::what_is_removed_is_gone,
                key_value::only_what_is_expected_is_replaced,
                key_value::of_many_at_once_one_puts_it_there,
            }
        }
    };
    (@each $open:path; $($group:ident :: $behaviour:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $behaviour() -> crate::Checked {
                let Some((store, _kept)) = $open()? else { return Ok(()) };
                crate::$group::$behaviour(store).await
            }
        )*
    };
}

fn sqlite_file() -> Checked<Option<(Shared, TempDir)>> {
    let directory = tempfile::tempdir().expect("a place for files");
    let store = SqliteStore::open(&directory.path().join("sayso.db"), Options::default())?;
    Ok(Some((Arc::new(store), directory)))
}

fn postgres_schema() -> Checked<Option<(Shared, TestSchema)>> {
    let Some(schema) = TestSchema::new() else { return Ok(None) };
    let address = PostgresAddress::parse(&schema.url()).expect("a URL");
    let store = PostgresStore::open(&address, batch_sizes())?;
    Ok(Some((Arc::new(store), schema)))
}

conforms!(sqlite, crate::sqlite_file);
conforms!(postgres, crate::postgres_schema);
