-- One row per interaction. Times are milliseconds since 1970. `settled_at is null` means pending.
--
-- Each question that is asked changes a page of the table and of every index it is in, and every
-- changed page is written to the log completely. So there are few and narrow indexes, values that
-- can be computed from `body` have no column, and the table keeps its rowid: new rows are appended.
--
-- Ids are random: an index on them would cost each question one more page. The process that owns
-- the file knows the rowid of each id, and makes sure that their first eight characters are unique.
create table interactions (
    id blob not null,
    call_id text not null,
    fingerprint text,
    ticket text,
    test integer not null,
    status text not null,
    revision integer not null,
    created_at integer not null,
    deadline integer,
    settled_at integer,
    delivered_at integer,
    heard_at integer not null,
    version integer not null,
    body text not null
) strict;

-- The interaction that a call has created. Call ids begin with the time, so that new ones are
-- adjacent. If a client uses random ones, each row costs a page, but it still works.
create unique index interactions_call on interactions (call_id);

-- From here on, columns after the id are only there so that lists of ids and counts need not read
-- rows. Settled rows are swept, so that pending ones can be searched for among all.
create index interactions_created on interactions (created_at, id, settled_at);

create index interactions_deadline on interactions (deadline, id, settled_at)
    where settled_at is null and deadline is not null;

create index interactions_heard on interactions (heard_at, id, settled_at, deadline)
    where settled_at is null and deadline is null;

create index interactions_settled on interactions (settled_at, id, delivered_at, status)
    where settled_at is not null;

-- Calls that can be joined until their answer is delivered.
create index interactions_repeats on interactions (fingerprint, created_at, id, delivered_at)
    where fingerprint is not null and delivered_at is null;

-- Test questions, which are few and removed soon; no other row is in this index.
create index interactions_tests on interactions (settled_at, id, delivered_at, status) where test;

-- The search index: every trigram of an interaction's text, and the rows that contain it. The text
-- is case-folded before it is indexed and isn't stored; neither are positions.
create virtual table search using fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

-- Rows up to this one are indexed, added when nobody was writing. `unclean`: forgotten rows still
-- have to be removed from the index.
create table search_reached (
    row integer not null,
    unclean integer not null
) strict;

insert into search_reached (row, unclean) values (0, 0);

-- The indexed rows that have changed since.
create table search_changed (
    row integer primary key
) strict;

-- One row per field that was saved while the person worked. Only pending interactions have any:
-- settling or forgetting one deletes them in the same transaction.
create table drafts (
    interaction blob not null,
    key text not null,
    version integer not null,
    body text not null,
    primary key (interaction, key)
) strict, without rowid;

-- Everything small that is stored by a key: settings, tokens of pages and agents, messages of a
-- chat, what conversations remember. The body is JSON, and `version` is the version of its format;
-- the module that stored it reads it. `revision` increases with every change, so that two writers
-- can't overwrite each other unnoticed. Of tokens only the hashes are stored: a copy of this file
-- grants no access.
create table shelf (
    kind text not null,
    key text not null,
    revision integer not null,
    version integer not null,
    body text not null,
    primary key (kind, key)
) strict, without rowid;
