-- Pages that were let in: the hash of the token each keeps, and when it was last seen. The token itself
-- is nowhere here, so that whoever reads this file cannot pass for a page.
create table page_tokens (
    hash blob not null primary key,
    used_at integer not null
) strict, without rowid;
