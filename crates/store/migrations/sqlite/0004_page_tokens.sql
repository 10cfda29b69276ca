-- Pages that were let in: the hash of the token each keeps, where it counts, and when it was last seen.
-- The token itself is nowhere here, so that whoever reads this file cannot pass for a page.
create table page_tokens (
    id text not null primary key,
    hash blob not null,
    -- Host and port in the browser's address bar.
    origin text not null,
    browser text not null,
    -- Let in from another device, by a code typed by hand.
    paired integer not null,
    created_at integer not null,
    used_at integer not null
) strict, without rowid;
