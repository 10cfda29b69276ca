-- One row an interaction. Times are milliseconds since 1970. `settled_at is null` means pending.
--
-- Rows are long, so the table keeps its rowid and new rows are appended. Ids are random, so every
-- index on one costs a page a row in a large table: `short`, the first eight characters of `id`, is
-- unique, therefore `id` is, and no statement needs an index on more than that.
create table interactions (
    short text not null primary key,
    id text not null,
    call_id text not null,
    fingerprint text,
    status text not null,
    revision integer not null,
    created_at integer not null,
    deadline integer,
    settled_at integer,
    delivered_at integer,
    heard_at integer not null,
    version integer not null,
    search text not null,
    body text not null
) strict;

-- Which interaction a call has made already. Call ids begin with the time, so that new ones lie side
-- by side; if a client draws random ones it costs a page a row, and is right all the same.
create unique index interactions_call on interactions (call_id);

create index interactions_created on interactions (created_at, id);

-- From here on, columns behind the id are only there so that lists of ids and counts need no row.
create index interactions_pending on interactions (created_at, id, settled_at)
    where settled_at is null;

create index interactions_deadline on interactions (deadline, id, settled_at)
    where settled_at is null and deadline is not null;

create index interactions_heard on interactions (heard_at, id, settled_at, deadline)
    where settled_at is null and deadline is null;

create index interactions_settled on interactions (settled_at, id, delivered_at, status)
    where settled_at is not null;

-- Calls that may be joined until somebody has their answer.
create index interactions_repeats on interactions (fingerprint, created_at, id, delivered_at)
    where fingerprint is not null and delivered_at is null;
