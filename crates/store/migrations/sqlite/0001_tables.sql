-- One row an interaction. Times are milliseconds since 1970. `settled_at is null` means pending.
--
-- Each question that is asked changes a page of the table and of every index it is in, and every
-- changed page goes into the log whole. So the indexes are few and narrow, what can be worked out of
-- `body` has no column, and the table keeps its rowid: new rows are appended.
--
-- Ids are random: an index on them would cost each question a page of its own. The process that owns
-- the file knows the rowid of each, and sees to it that their first eight characters are unique.
create table interactions (
    id blob not null,
    call_id text not null,
    fingerprint text,
    ticket text,
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

-- Which interaction a call has made already. Call ids begin with the time, so that new ones lie side
-- by side; if a client draws random ones it costs a page a row, and is right all the same.
create unique index interactions_call on interactions (call_id);

-- From here on, columns behind the id are only there so that lists of ids and counts need no row.
-- What is settled is swept, so that pending ones can be looked for among all.
create index interactions_created on interactions (created_at, id, settled_at);

create index interactions_deadline on interactions (deadline, id, settled_at)
    where settled_at is null and deadline is not null;

create index interactions_heard on interactions (heard_at, id, settled_at, deadline)
    where settled_at is null and deadline is null;

create index interactions_settled on interactions (settled_at, id, delivered_at, status)
    where settled_at is not null;

-- Calls that may be joined until somebody has their answer.
create index interactions_repeats on interactions (fingerprint, created_at, id, delivered_at)
    where fingerprint is not null and delivered_at is null;

-- What a search looks in: every run of three characters of an interaction's text, and the rows that have
-- it. The text is folded before it comes here and kept nowhere; where in a row a run lies is not kept.
create virtual table search using fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

-- Rows up to this one are in it, put there when nobody was writing. `unclean`: what was forgotten is still
-- to be cleaned out.
create table search_reached (
    row integer not null,
    unclean integer not null
) strict;

insert into search_reached (row, unclean) values (0, 0);

-- Of those, the rows that have changed since.
create table search_changed (
    row integer primary key
) strict;

-- One row a field that was saved while the person worked. Only pending interactions have any: settling
-- one, or forgetting it, deletes them in the same transaction.
create table drafts (
    interaction blob not null,
    key text not null,
    version integer not null,
    body text not null,
    primary key (interaction, key)
) strict, without rowid;

-- Everything small that is kept by a key: settings, tokens of pages and agents, where messages of a chat
-- lie, what conversations remember. The body is JSON, and `version` is that of its shape; the module
-- that put it here reads it. `revision` grows with every change, so that two writers cannot overwrite
-- each other unseen. Of tokens only the hashes are here: a copy of this file lets nobody in.
create table shelf (
    kind text not null,
    key text not null,
    revision integer not null,
    version integer not null,
    body text not null,
    primary key (kind, key)
) strict, without rowid;
