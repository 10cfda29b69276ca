-- Conversations with agents. The body is JSON with a version, written and read by whoever leads them.
create table conversations (
    key text not null primary key,
    body text not null
) strict, without rowid;
