-- Tokens of agents that come over HTTP and may only ask. The token itself is nowhere here.
create table agent_tokens (
    id text not null primary key,
    hash blob not null,
    name text not null unique,
    created_at integer not null,
    used_at integer
) strict, without rowid;
