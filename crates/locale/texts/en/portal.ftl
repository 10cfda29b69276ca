# What only the portal says.

questions = Questions
filter-list = Which questions are listed
chip-all = All
chip-waiting = Waiting
chip-done = Done
recent = Recently done
unread = new
nothing-done = Nothing is done yet.
days-hours = { $days } d { $hours } h

help = Keys
close = Close
notify-me = Notify me
stays-open = A question appears here as soon as an agent asks.
connect-agent = Connect an agent, for example Claude Code:
connect-others = Other agents: the command is "sayso mcp".
or-demo = Or try it with a question of our own:
pick-one = Pick a question from the list.
gone = This question is not here.
gone-why = It may have been removed, or the address is not complete.
back-to-list = All questions

door-title = Open this page with a link
door-what = It shows what your agents ask, so it opens only for you. In a terminal, run:
door-why = The link works once and lets this browser in for 30 days.
door-pair = Another device than the one sayso runs on? Type the code that this shows there:
door-pair-button = Pair this browser
door-pair-refused = That code is wrong, was used or is too old, or this browser is on the same machine as sayso.
door-refused = That link has been used or is too old.
door-ended = This browser is no longer let in: it was revoked, not used for 30 days, or let in at another address.

lost = No connection. You can keep answering; what you give is kept in this browser.
lost-kept = No connection. Your answer is kept in this browser.
lost-impostor = Another program answers at this address, not your hub. Nothing was sent to it. Run sayso open to find your hub.
kept-for-later = Kept in this browser; sent when the connection is back.
kept-to-send = Kept in this browser; when the connection is back, you send it.
held-answer = Not sent yet:
held-why = It was given without a connection. Check that it still holds.
send-now = Send now
discard = Discard
kept-button = Kept
sending = Sending…
not-sent = That could not be sent. Try again.
refused-needs-person = This choice is irreversible: a person must make it, at a terminal, on a page or in Slack.
refused-too-long = A text is too long. Shorten it and send it again.
refused-unfit = This answer does not fit the question. Change it and send it again.
refused-disk-full = The disk is full, so nothing can be saved. Free some space and send it again.
refused-files-lost = The hub's database was removed, so this was not saved. The hub goes on with a rescued copy: send it again.
refused-otherwise = That could not be done. Try again; if it stays so, look at the log of the hub.

filter-options = Filter options
shown-of = { $shown } of { $all }
no-match = No option matches.
add-whole-note = + note for the agent
explain-what = What is unclear? (optional)
will-explain = The agent is asked to explain this.
skip-why = Why? (optional)
will-skip = This question is skipped.
progress = Progress
answered-mark = answered
answered-of = { $answered } of { $all } answered
and-more = { $count } more
note-count = { $count ->
    [one] { $count } note
   *[other] { $count } notes
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
cancel-means = The agent is told to stop this task and not to choose by itself.
cancel-why = A note for the agent (optional)
cancel-now = Cancel this question
reject = Reject
reject-means = The agent is told that you do not want to answer these questions.
reject-why = A reason (optional)
reject-now = Reject all of it
keep-question = Keep it open

send-with-gaps = { $open } of { $all } unanswered. Send anyway?
send-anyway = Send anyway
answer-them = Answer them
undone-title = This can't be undone.
undone-how = Answering takes a second step; cancelling doesn't.
confirm-send = This can't be undone. Send:
confirm-type = To confirm, type
confirm-hint = Type { $word }, or hold the button for a second.
hold-to-send = Hold to send
go-back = Go back

ended-by = { $status } by { $who } · { $where } · { $time }
somebody = somebody
overtaken = Somebody was faster:
yours-not-sent = You did not send this:
copy = Copy
copied = Copied
timed-out-cancel = The agent is told to stop this task.
timed-out-reinvoke = The agent is told that nobody answered.
left-open = left open
none-chosen = none of them
what-agent-gets = What the agent gets
agent-has-it = The agent has it.
agent-gets-it = On its way to the agent.
agent-gets-it-later = Saved. The agent is not listening; it gets it when it asks.
next-question = Next: { $title }
nothing-else = Nothing else is waiting.

group-this = This question
group-defaults = Defaults
group-notifications = Notifications
group-look = Look
always-means = Also if the agent wishes something else
browser-asks = Your browser asks you once.
browser-refuses = This browser does not show notifications from here.
allow = Allow
warn-before = Warn at seconds left
sound = Sound

notice-new = { $who } asks
notice-soon = { $who }: little time left
notice-late = { $who }: time is up

key-move = move
key-choose = choose
key-digit = choose by number
key-enter = choose, then go on
key-send = send
key-steps = back and forth in a form
key-next = next, previous question
key-note = note
key-own = own answer
key-filter = filter
key-extend = 5 more minutes
key-undo = undo
key-explain = ask to explain
key-skip = skip the question
key-cancel = cancel or reject
key-settings = settings
key-help = these keys
key-close = close, leave a field
help-armed = If a question ends while you type, keys wait until you pause; the next question opens with Enter or a click.
