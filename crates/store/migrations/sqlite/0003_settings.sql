-- What the person has set; whatever is not here has its default.
create table settings (
    key text not null primary key,
    value text not null
) strict, without rowid;
