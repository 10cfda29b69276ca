//! Statements that hubs write about themselves and read about each other. `presence`, `held` and
//! `hubs` are unlogged: none of this waits for a disk.

/// Our lock may be held by our own session that was cut off: PostgreSQL may not know yet.
pub(super) const END_FORMER: &str = "select pg_terminate_backend(pid) from pg_catalog.pg_locks \
     where locktype = 'advisory' and granted and objsubid = 2 and pid <> pg_backend_pid() \
         and database = (select oid from pg_catalog.pg_database where datname = current_database()) \
         and classid = hashtext('sayso hub ' || current_schema())::oid \
         and objid = hashtext($1::uuid::text)::oid";

pub(super) const LOCK: &str =
    "select pg_advisory_lock(hashtext('sayso hub ' || current_schema()), hashtext($1::uuid::text))";

pub(super) const TRY_DUTY: &str = "select pg_try_advisory_lock( \
         hashtext('sayso duty ' || current_schema()), hashtext($1::text))";

pub(super) const END_DUTY: &str = "select pg_advisory_unlock( \
         hashtext('sayso duty ' || current_schema()), hashtext($1::text))";

pub(super) const CHANNEL: &str = "select quote_ident(left('sayso_' || current_schema(), 63))";

/// Rows of hubs that died long ago go with it.
pub(super) const ENTER: &str = "with dead as (delete from hubs h where h.id <> $1 \
         and h.renewed_at < clock_timestamp() - 30 * h.lease_ms * interval '1 millisecond') \
     insert into hubs (id, name, since, lease_ms, renewed_at) \
     values ($1, $2, $3, $4, clock_timestamp()) \
     on conflict (id) do update set renewed_at = excluded.renewed_at";

pub(super) const SAY_ALL: &str = "with gone as ( \
         delete from presence where hub = $1 and key <> all($2::text[])) \
     insert into presence (hub, key, body) \
     select $1, key, body from unnest($2::text[], $3::text[]) as n (key, body) \
     on conflict (hub, key) do update set body = excluded.body";

/// What others have taken meanwhile is theirs.
pub(super) const HOLD_ALL: &str = "with gone as ( \
         delete from held where hub = $1 and key <> all($2::text[])) \
     insert into held (key, hub, body, until) \
     select key, $1, body, clock_timestamp() + lasts * interval '1 second' \
     from unnest($2::text[], $3::text[], $4::float8[]) as n (key, body, lasts) \
     order by key \
     on conflict (key) do nothing";

pub(super) const ALIVE: &str =
    "select id, name, since from alive_hubs where id <> $1 order by since, id";

pub(super) const SAID: &str = "select hub, key, body from presence where hub = any($1)";

pub(super) const SAID_BY_KEY: &str =
    "select hub, key, body from presence where hub = any($1) and key = any($2)";

pub(super) const TIME: &str = "select (extract(epoch from clock_timestamp()) * 1000000)::int8";

pub(super) const RENEW: &str = "update hubs set renewed_at = clock_timestamp() where id = $1 \
     returning (extract(epoch from renewed_at) * 1000000)::int8, \
         pg_notify(left('sayso_' || current_schema(), 63), $2 || ' l')";

pub(super) const HELLO: &str =
    "select pg_notify(left('sayso_' || current_schema(), 63), $1 || ' h')";

pub(super) const SAY: &str = "with gone as ( \
         delete from presence where hub = $1 and key = any($2::text[]) \
     ), new as ( \
         insert into presence (hub, key, body) \
         select $1, key, body from unnest($3::text[], $4::text[]) as n (key, body) \
         on conflict (hub, key) do update set body = excluded.body \
     ) \
     select pg_notify(left('sayso_' || current_schema(), 63), $5 || ' p' || string_agg(key, ',')) \
     from (select key, row_number() over () / 100 as part \
         from unnest($2::text[] || $3::text[]) as k (key)) as parts \
     group by part";

pub(super) const LET_GO: &str = "delete from held where hub = $1 and key = any($2)";

pub(super) const TAKE: &str = "insert into held (key, hub, body, until) \
     values ($1, $2, $3, clock_timestamp() + $4::float8 * interval '1 second') \
     on conflict (key) do update \
         set hub = excluded.hub, body = excluded.body, until = excluded.until \
         where $5::bool or held.hub = excluded.hub or held.until < clock_timestamp() \
             or not exists (select from alive_hubs a where a.id = held.hub) \
     returning 1";

pub(super) const HELD_BY: &str = "select body from held where key = $1";

pub(super) const LEAVE: &str = "with gone as (delete from hubs where id = $1) \
     select pg_advisory_unlock_all(), \
         pg_notify(left('sayso_' || current_schema(), 63), $2 || ' b')";
