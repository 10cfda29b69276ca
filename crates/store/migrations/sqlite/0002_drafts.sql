-- One row a field that was saved while the person worked. Only pending interactions have any:
-- settling one, or forgetting it, deletes them in the same transaction.
create table drafts (
    interaction blob not null,
    key text not null,
    version integer not null,
    body text not null,
    primary key (interaction, key)
) strict, without rowid;
