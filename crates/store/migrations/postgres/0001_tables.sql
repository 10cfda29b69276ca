-- One row per interaction. Times are milliseconds since 1970. `settled_at is null` means pending.
-- Everything that hubs exclude each other by is in these rows: the first to write wins.
create table interactions (
    id uuid primary key,
    call_id text not null,
    fingerprint text,
    ticket text,
    test boolean not null,
    status text not null,
    revision bigint not null,
    created_at bigint not null,
    deadline bigint,
    settled_at bigint,
    delivered_at bigint,
    heard_at bigint not null,
    version integer not null,
    body text not null
);

-- The first eight characters of an id are unique.
create unique index interactions_short on interactions (substring(uuid_send(id) for 4));

-- The interaction that a call has created.
create unique index interactions_call on interactions (call_id);

-- Settled rows are swept, so that pending ones can be searched for among all.
create index interactions_created on interactions (created_at, id);

create index interactions_deadline on interactions (deadline, id)
    where settled_at is null and deadline is not null;

create index interactions_heard on interactions (heard_at, id)
    where settled_at is null and deadline is null;

-- Columns after the id are only there so that counts need not read rows.
create index interactions_pending on interactions (created_at, id, test) where settled_at is null;

create index interactions_settled on interactions (settled_at, id, delivered_at, status)
    where settled_at is not null;

-- Calls that can be joined until their answer is delivered.
create index interactions_repeats on interactions (fingerprint, created_at, id)
    where fingerprint is not null and delivered_at is null;

-- Test questions, which are few and removed soon; no other row is in this index.
create index interactions_tests on interactions (settled_at, id, delivered_at, status) where test;

-- What is searched: the text of an interaction, case-folded before it gets here. Not in the row
-- itself, which is written again with every change.
create table search (
    id uuid primary key references interactions on delete cascade,
    text text collate "C" not null
);

create index search_text on search using gin (text gin_trgm_ops);

-- One row per field that was saved while the person worked. Only pending interactions have any:
-- settling one deletes them in the same transaction. `key` is a hash: an agent chooses the ids that
-- a key consists of, and no length is too long for an index then.
create table drafts (
    interaction uuid not null references interactions on delete cascade,
    key bytea not null,
    version integer not null,
    body text not null,
    primary key (interaction, key)
);

-- Everything small that is stored by a key: settings, tokens of pages and agents, messages of a
-- chat, what conversations remember. The body is JSON, and `version` is the version of its format;
-- the module that stored it reads it. `revision` increases with every change, so that two writers
-- can't overwrite each other unnoticed. Of tokens only the hashes are stored.
create table shelf (
    kind text collate "C" not null,
    key text collate "C" not null,
    revision bigint not null,
    version integer not null,
    body text not null,
    primary key (kind, key)
);
