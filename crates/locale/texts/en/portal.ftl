# Texts of the page alone.

questions = Questions
filter-list = Which questions are listed
list-width = Width of the list
chip-all = All
chip-waiting = Waiting
chip-done = Settled
recent = Recently settled
unread = new
several-questions = { $count } questions: { $titles }
nothing-done = Nothing is settled yet.
group-list = How waiting questions are grouped
group-by-none = by time
group-by-project = by project
group-by-agent = by agent
no-group = other
days-hours = { $days } d { $hours } h

help = Keys
close = Close
notify-me = Notify me
stays-open = A question appears here as soon as an agent asks.
connect-agent = Connect an agent, for example Claude Code:
connect-others = Other agents: the command is "sayso mcp".
or-demo = Or try it with a sample question:
pick-one = Pick a question from the list.
gone = This question doesn't exist.
gone-why = It may have been deleted, or the address is incomplete.
back-to-list = All questions

door-title = Let this browser in
door-what = This page shows what your agents ask, so it opens only for you.
door-link = On the machine that sayso runs on, run this and follow its link:
door-why = The link works once. Access ends after 30 days without use.
door-pair = On a phone or another machine: run this where sayso runs, and type the code that it shows:
door-code = Code
door-pair-button = Pair this browser
door-pair-refused = That code is wrong, used or expired, or this browser is on the machine that sayso runs on.
door-failed = The hub didn't respond. Try again.
door-refused = That link was already used or has expired.
door-ended = This browser no longer has access: it was revoked, unused for 30 days, or given at another address.

lost = No connection. You can keep answering; your answers are kept in this browser.
lost-kept = No connection. Your answer is kept in this browser.
lost-impostor = Another program is running at this address instead of your hub. Nothing was sent to it. Run sayso open to find your hub.
outdated = sayso was updated. Reload this page to use the new version; what you have typed is kept.
reload = Reload
newer-title = This page is too old to show this question.
newer-why = The question comes from a newer version of sayso. Reload the page. If that doesn't help, answer in a terminal.
kept-for-later = Kept in this browser; sent as soon as the hub accepts it.
kept-to-send = Kept in this browser; you can send it when the connection is back.
held-answer = Not sent yet:
held-why = The answer could not be sent when you gave it. Check that it is still right.
send-now = Send now
discard = Discard
kept-button = Kept
send-this = Send { $answer }
send-denial = Deny: { $answer }
send-answers = Send answers
own-text-beside = Your own words, in addition or instead
sending = Sending…
not-sent = Not sent. Try again.
time-not-changed = The time was not changed. Try again.
refused-needs-person = Only a person may say yes to this question: in a terminal, on a page, in Slack or in Telegram.
refused-too-long = The text is too long. Shorten it and send it again.
refused-unfit = This answer doesn't fit the question. Change it and send it again.
refused-disk-full = The disk is full, so nothing can be saved. Free some space and send it again.
refused-files-lost = The hub's database was removed, so this was not saved. The hub goes on with a rescued copy: send it again.
refused-otherwise = That didn't work. Try again; if it keeps failing, check the hub's log.

filter-options = Filter options
rank-up = Move up: { $option }
rank-down = Move down: { $option }
rank-rest = Rank the rest in this order
rank-as-listed = Keep this order
rank-how = or pick them in your order, or drag
number-up = Increase
number-down = Decrease
shown-of = { $shown } of { $all }
no-match = No option matches.
add-whole-note = Add a note
skip = Skip
explain-what = What is unclear? (optional)
will-explain = The agent is asked to explain this.
skip-why = Why? (optional)
will-skip = This question is skipped.
progress = Progress
answered-mark = answered
step-of = { $step } of { $all }
change = change
answered-of = { $answered } of { $all } answered
and-more = { $count } more
with-notes = { $count ->
    [one] with { $count } note
   *[other] with { $count } notes
}

unit-s = s
unit-min = min
unit-h = h
unit-d = d
set-time = set time
set-time-label = New time, such as 90 s, 10 min or 2 h
time-for-this = Time left from now
time-not-understood = Write a time from 5 s to 7 d, such as 90 s or 10 min.
about-to-send = Sending { $answer }
seconds = { $count } s

cancel = Cancel
cancel-means = The agent is asked to stop this task and not to choose on its own.
cancel-why = A note for the agent (optional)
cancel-now = Cancel this question
reject = Reject
reject-means = The agent learns that you don't want to answer these questions.
reject-why = A reason (optional)
reject-now = Reject all questions
keep-question = Keep it open

send-with-gaps = { $open } of { $all } unanswered. Send anyway?
send-anyway = Send anyway
answer-them = Answer them
undone-title = This can't be undone.
undone-how = An answer takes a second step.
confirm-send = This can't be undone. Send:
confirm-type = Type { $word } or hold the button
confirm-hint = Type { $word }, or hold the button for a second.
hold-to-send = Hold to send
go-back = Go back

sentence-chose = { $who ->
    [you] You chose { $answer }
   *[other] { $who } chose { $answer }
}
sentence-denied = { $who ->
    [you] You denied it: { $answer }
   *[other] { $who } denied it: { $answer }
}
sentence-none = { $who ->
    [you] You chose none of them
   *[other] { $who } chose none of them
}
sentence-cancelled = { $who ->
    [you] You cancelled this question
   *[other] { $who } cancelled this question
}
sentence-rejected = { $who ->
    [you] You rejected these questions
   *[other] { $who } rejected these questions
}
sentence-explain = { $who ->
    [you] You asked for an explanation
   *[other] { $who } asked for an explanation
}
sentence-skipped = { $who ->
    [you] You skipped this question
   *[other] { $who } skipped this question
}
sentence-several = { $who ->
    [you] You answered { $answered } of { $all } questions
   *[other] { $who } answered { $answered } of { $all } questions
}
sentence-default = Answered for you: { $answer }
sentence-defaults = Answered for you, with the defaults
sentence-late = Nobody answered in time
sentence-withdrawn = This question was withdrawn
somebody-first = Someone
ended-by = { $status } by { $who } · { $where } · { $time }
somebody = someone
overtaken = Someone else was faster:
yours-not-sent = Not used:
copy = Copy
copied = Copied
timed-out-cancel = The agent is asked to stop this task.
timed-out-reinvoke = The agent learns that nobody answered.
left-open = not answered
none-chosen = none
what-agent-gets = What the agent gets
agent-has-it = The agent has it.
agent-gets-it = On its way to the agent.
answer-is-kept = your answer is kept for it
agent-gets-it-later = Saved. The agent isn't listening; it learns the outcome the next time it asks.
agent-asks-there-too = Given; not confirmed yet. The agent asks in its own dialog too, and the first answer counts.
next-question = Next: { $title }
ended-while-typing = This question is settled; what you type is not sent.
go-on = Show how it ended
nothing-else = Nothing else is waiting.

history = History
history-since = { $count ->
    [one] { $count } question since { $date }
   *[other] { $count } questions since { $date }
}
history-median = answered in { $time } (median)
history-search = Search the history
history-project = Project
history-agent = Agent
history-status = Outcome
history-time = Time
history-any-project = any project
history-any-agent = any agent
history-any-status = any outcome
history-any-time = any time
history-days = { $count ->
    [one] last 24 hours
   *[other] last { $count } days
}
history-loading = Loading…
history-failed = The history could not be loaded. Try again.
history-none = Nothing matches.
history-all = Nothing older is stored.
history-all-found = Nothing else matches.
history-looked-through = Words this short are searched only in the newest { $count } questions.
figures = Figures
figures-asked = asked
figures-median = median time to answer
figures-middle = median
figures-late = timed out
figures-again = asked again
figures-most = Most asked
figures-times = { $count }×
figures-line = Questions asked over this time, at most { $most } in one part of { $count }
figures-none = Nothing was asked in this time.
figures-failed = The figures could not be loaded.
story = The whole question
took = took { $time }
chosen = chosen
not-chosen = not chosen

palette = Search or run a command
palette-actions = Actions
palette-next = Next question
withdraw-stopped = Withdraw questions whose agents stopped waiting
withdraw-all = Withdraw all
palette-search = Search the history for “{ $words }”
palette-none = Nothing matches.

group-this = This question
group-defaults = Defaults
group-notifications = Notifications
group-look = Look
always-means = Even if the agent asks for something else
browser-asks = Your browser asks for permission once.
browser-refuses = This browser doesn't allow notifications from this page.
allow = Allow
warn-before = Warn this many seconds before the end
sound = Sound

notice-new = { $who } asks
notice-soon = { $who }: little time left
notice-late = { $who }: time is up

key-move = move
key-choose = choose
key-digit = choose by number
key-carry = move the option down or up in a ranking
key-enter = choose, then continue
key-send = send
key-steps = previous, next question of the form
key-next = next, previous question
key-note = note
key-own = your own answer
key-filter = filter
key-extend = 5 more minutes
key-undo = undo
key-explain = ask to explain
key-skip = skip the question
key-cancel = cancel or reject
key-history = history
key-palette = search or run a command
key-settings = settings
key-help = these keys
key-close = close, leave a field
help-armed = If a question is settled while you type, keys are ignored until you pause; Enter or a click opens the next question.
