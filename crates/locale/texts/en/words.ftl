# Texts shared by all surfaces. Short, plain, the same everywhere; buttons say what happens.

status-pending = waiting
status-submitted = answered
status-auto-submitted = answered for you
status-cancelled = cancelled
status-rejected = rejected
status-timeout = timed out
status-withdrawn = withdrawn
status-given = given; not confirmed yet

surface-desktop = desktop
surface-web = web
surface-terminal = terminal
surface-slack = Slack
surface-telegram = Telegram
surface-cli = command line
surface-api = program
surface-auto = anywhere
surface-any = anywhere

recommended = recommended
irreversible = irreversible
optional = optional
agent-not-listening = agent not listening
agent-stopped = the agent stopped waiting
withdraw-these = Their agents stopped waiting. Withdraw these?
nothing-stopped = No agent has stopped waiting.
together = Also waiting from this session: { $count }
together-both = Allow both once
together-all = Allow these { $count } once
together-this = Allow this and { $count ->
    [one] 1 other
   *[other] { $count } others
} once
together-more = and { $count } more
together-opened = has to be opened
allow-these = Allow these once?
nothing-to-allow = No other reversible permission of this session is waiting.
unknown-agent = an agent
no-terminal = no person seen
agent-terminal = in the agent's terminal
refused-past-limit = The agent stops waiting in { $time }; the time can't be extended beyond that.
refused-agent-terminal = Only a person may say yes to this question, and this terminal belongs to the agent: answer in your own terminal, on the page, in Slack or in Telegram.
# Where an irreversible question can be answered, if not here.
answered-elsewhere = This can only be answered { $places } (setting irreversible.surfaces). You can still say no here.
answered-on-web = on a page paired from another device (sayso open --pair)
answered-on-terminal = in a terminal
answered-on-slack = in Slack
answered-on-chat = in { $chat }
answered-on-either = { $one } or { $other }

waiting-count = { $count } waiting
nothing-waiting = Nothing is waiting.
asked-at = asked { $time }
time-left = { $time } left
age-now = just now
age-minutes = { $count } min ago
age-hours = { $count } h ago
age-days = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
}

then-sent = if you don't answer: { $answer }
then-cancel = if you don't answer: the agent stops this task
then-dialog = if you don't answer: its own dialog stays open
then-not-run = if you don't answer: it is not run
then-nobody = if you don't answer: the agent learns that nobody did
no-deadline = waits until you answer

choose-one = Choose one
choose-exactly = Choose { $count }
choose-between = Choose { $min } to { $max }
choose-at-most = Choose up to { $max }
choose-at-least = Choose at least { $min }
choose-any = Choose any number
rank-all = Rank all options
rank-first = { $count ->
    [one] Choose your first
   *[other] Rank your first { $count }
}
number-between = From { $min } to { $max }
number-from = { $min } or more
number-up-to = { $max } or less
number-steps = in steps of { $step }
or-own-text = or write your own answer
own-answer = Your own answer
own-answer-placeholder = Write your own answer…
number-placeholder = Type a number…
note-on-option = Note on this option
note-on-whole = Note for the agent
not-answered = not answered
not-answered-yet = not answered yet
skipped = skipped
please-explain = please explain

nothing-chosen = nothing chosen
send-answer = Send answer
cancel-with-note = Cancel with a note
reject-with-reason = Reject with a reason
ask-to-explain = Ask to explain
skip-question = Skip this question
plus-five-minutes = +5 min
next = Next
back = Back
review = Review
undo = Undo
settings = Settings

# Problems with an answer, next to the question they are about.
problem-choose-one = Choose one option.
problem-choose-or-write = Choose an option or write an answer.
problem-write = Write an answer.
problem-too-few = { $min ->
    [one] Choose at least one option.
   *[other] Choose at least { $min } options.
}
problem-too-many = { $max ->
    [one] Choose only one option.
   *[other] Choose at most { $max } options.
}
problem-option-or-text = Choose an option or write an answer, not both.
problem-no-own-text = This question doesn't take text. Choose from its options.
problem-several-ways = Answer the question, skip it or ask for an explanation: only one of these.
problem-not-skippable = This question can't be skipped. Answer it or cancel.
problem-nothing-answered = Answer at least one question.
problem-too-long = Too long by { $excess } characters: at most { $max } are allowed.
problem-too-many-bytes = Too long: at most { $max } bytes are allowed.
problem-unknown = The question has changed. Reload it.
problem-rank-more = { $left ->
    [one] Rank one more option.
   *[other] Rank { $left } more options.
}
problem-ranked-twice = { $option } is ranked twice. Rank each option once.
problem-not-a-number = Enter a number in plain digits, with a point for decimals: 1500 or 0.5.
problem-too-many-digits = Enter a number of at most 15 digits.
problem-below-min = Enter { $min } or more.
problem-above-max = Enter { $max } or less.
problem-off-step = Enter a number in steps of { $step }. The nearest is { $nearest }.
problem-out-of-range = Enter a number from { $min } to { $max }.
problem-unanswered = { $count ->
    [one] One question is not answered yet.
   *[other] { $count } questions are not answered yet.
}

# Settings, as every settings screen names them.
setting-language = Language
setting-interface = Where questions are shown
setting-timeout = Time to answer
setting-timeout-action = If nobody answers in time
setting-single-submit = Send as soon as an option is chosen
setting-annotations = Notes
setting-tab-order = Tab goes first to
setting-terminal-bursts = Keys that arrive all at once are
setting-terminal-after-sending = After sending
setting-placeholder = Show placeholder texts
setting-hints = Show key hints
setting-shortcuts = Single-key shortcuts
setting-recent = Settled questions in the list
setting-notifications = Notifications
setting-theme = Theme
setting-attention = Who is notified, and when
setting-quiet-hours = Quiet hours
setting-irreversible-surfaces = Where irreversible ones are answered
recent-0 = none
recent-5 = 5
recent-10 = 10
recent-20 = 20
recent-50 = 50
value-on = on
value-off = off
value-auto = automatic
value-submit = send the recommended answer
value-cancel = cancel
value-reinvoke = tell the agent to ask again
value-option = the option's note
value-global = the note for the agent
bursts-text = text
bursts-keys = keys (voice control, macros)
after-sending-list = the list
after-sending-next = the next question
value-system = same as the system
value-light = light
value-dark = dark
value-contrast = high contrast
always = always
saved = saved
# Typed to confirm an answer that cannot be undone.
confirm-word = yes

# Who was notified of a question, on its card.
notified-at = { $who } notified at { $time }
notified-later = { $who } waits until quiet hours end
not-notified = { $who } not notified: { $why }
skipped-seen = you were here
skipped-shown = it was on a screen
skipped-meant = it goes to a chat
skipped-switched-off = notifications are off
skipped-absent = not connected
skipped-crowded = too many notifications at once
skipped-refused = it refused the message; see sayso hub status
skipped-unreachable = it can't be reached; sayso keeps trying
