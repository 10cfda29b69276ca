-- Messages in a chat that show a question, or a part of it, and have not got their last look yet. They
-- outlive the interaction: whoever takes it away still has a message to change.
create table posts (
    interaction text not null,
    part integer not null,
    channel text not null,
    message text not null,
    thread text,
    person text,
    look text not null,
    primary key (interaction, part)
) strict, without rowid;
