# What only the terminal says.

# Keys, one word or two behind each.
hint-move = move
hint-send = send
hint-next = next
hint-choose = choose
hint-note = note
hint-cancel = cancel
hint-reject = reject
hint-web = web
hint-more = more
hint-back = back
hint-done = done
hint-on = on
hint-undo = undo
hint-all = show all
hint-write = write
hint-newline = new line
hint-editor = editor
hint-filter = filter
hint-questions = questions
hint-explain = explain
hint-change = change
hint-always = always
hint-scroll = scroll
hint-answer = answer
hint-open = open
hint-search = search
hint-history = history
hint-settings = settings
hint-quit = quit

something-else = Something else…
note = note
notes = { $count ->
    [one] { $count } note
   *[other] { $count } notes
}
chosen-count = { $count } chosen
found-of = { $found } of { $all }
more-rows = { $count } more
read-the-rest = v reads the rest
skip-placeholder = why, if you like
explain-placeholder = what is unclear, if you like
agent-is-told-cancelled = The agent is told to stop this task and not to choose by itself.
agent-is-told-rejected = The agent is told that you rejected these questions.
cannot-be-undone = This cannot be undone.
type-to-send = Type { $word } and press enter to send “{ $answer }”. This cannot be undone.
type-the-word = Type { $word } and press enter to send:
other-word = Type { $word } to send it, or press esc to go back.
incomplete-question = { $open } of { $all } unanswered. Send anyway?
incomplete-send = Send anyway
incomplete-back = Go back
cannot-skip = Questions of this form can't be skipped. Answer them, or press esc to cancel.
cancel-question = Cancel this question
reject-questions = Reject these questions
was-not-sent = Not sent:
keys-paused = Keys are ignored until you stop typing.
now-sending = sending…
reconnecting = reconnecting…
connecting = connecting…
forgotten = This question was removed.
handed-to-web = continues in the browser: { $url }
tunnel-first = first, on the machine you sit at: { $command }
still-waiting = still waiting: sayso answer { $id }
has-it = the agent has it
gets-it-later = saved; the agent is not listening, it gets it when it asks
editor-failed = The editor did not work; set EDITOR to one that does.
mouse-on = mouse on: click to point, again to choose
mouse-off = mouse off

short-now = now
short-seconds = { $count } s
short-minutes = { $count } min
short-hours = { $count } h
short-days = { $count } d

inbox-title = sayso inbox
history-title = sayso history
answered-today = { $count } answered today
nothing-answered = Nothing has been answered yet.
nothing-found = Nothing fits.
connect-or-ask = Connect an agent with its command `sayso mcp`, or ask yourself: sayso ask 'Ship it?' -o yes -o no

settings-saved-at-once = every change is saved at once
setting-time-left = Time left for this question
setting-switch-to-web = Switch this one to the web
setting-switch-to-web-value = enter
duration-hint = 90s, 10m, 2h or 1d
no-duration = 5 s to 7 d: 90s, 10m, 2h

# Help.
help-alt = Single-key shortcuts are off: hold alt, as in alt+w.
help-question = On a question
help-move = move
help-digits = choose by number
help-space = choose, or check and uncheck
help-enter = take what is under the cursor and send it, or go on to the next question
help-filter = show only options that contain what you type
help-tab = a note on the option, then a note on the whole
help-own-text = write an answer of your own
help-recommended = take what is recommended
help-recommended-all = the same for all open questions, then the review
help-pages = previous or next question
help-explain = ask the agent to explain the question
help-skip = skip the question
help-extend = five more minutes
help-web = switch to the browser; what you have typed goes along
help-read = read the whole text
help-cancel = cancel or reject, with a note
help-settings = settings
help-mouse = mouse on or off
help-field = In a text
help-field-enter = done; where only a text is wanted: send
help-field-newline = a new line (also ctrl+j)
help-field-editor = write it in your editor
help-field-esc = back to the question
help-inbox = In the inbox
help-inbox-enter = open a question to answer it
help-inbox-along = previous or next question while one is open
help-inbox-search = search
help-inbox-history = history
help-inbox-quit = quit
help-anywhere = Anywhere
help-leave = leave; whatever is open goes on waiting
help-suspend = suspend; `fg` brings it back
help-redraw = draw anew
