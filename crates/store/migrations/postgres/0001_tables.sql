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

-- The texts that were written last. They count before those above, and move there when nobody
-- writes: an entry in the index costs more than everything else that a question writes.
create table search_new (
    id uuid primary key references interactions on delete cascade,
    text text collate "C" not null
);

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

-- The hubs that share this database, and what each says of itself. What is here counts only while
-- its hub is alive: after a crash of the server the tables are empty, and every hub enters again.
create unlogged table hubs (
    id uuid primary key,
    name text not null,
    since bigint not null,
    lease_ms integer not null,
    renewed_at timestamptz not null
);

-- A hub is alive while its session holds its lock, which PostgreSQL frees when the hub dies. That it
-- renews its lease is only asked because a connection can be dead at one end.
create view alive_hubs as
    select id, name, since from hubs
    where renewed_at > clock_timestamp() - 3 * lease_ms * interval '1 millisecond'
        and exists (select from pg_catalog.pg_locks l
            where l.locktype = 'advisory' and l.granted and l.objsubid = 2
                and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
                and l.classid = hashtext('sayso hub ' || current_schema())::oid
                and l.objid = hashtext(hubs.id::text)::oid);

-- Who waits and what is open at each hub. To the database it is text.
create unlogged table presence (
    hub uuid not null references hubs on delete cascade,
    key text collate "C" not null,
    body text not null,
    primary key (hub, key)
);

-- What only one hub can have at a time: the first to write has it.
create unlogged table held (
    key text collate "C" primary key,
    hub uuid not null references hubs on delete cascade,
    body text not null,
    until timestamptz
);

create index held_hub on held (hub);
