# What only Slack says. Names in marks (*ann*) come with their marks.

slack-asks = { $who } asks
slack-waiting = ⏳ waiting for your answer
slack-until = until { $time }
slack-part = part { $part } of { $parts }
slack-progress = { $done } of { $all } answered
slack-so-far = so far: { $answer }
slack-left-open = left open

slack-own = ✏️ Type an answer
slack-read-all = 📖 Read everything
slack-change = 🔄 Change
slack-send = 🚀 Send answer
slack-submit = 🚀 Send answers
slack-reset = 🗑️ Start over
slack-reset-words = Everything chosen and typed here is cleared.
slack-reset-yes = Clear everything
slack-recommended-all = ⭐ Take the recommended for the rest
slack-choose = Choose…
slack-choose-range = Choose from { $from } to { $to }…
slack-add-note = Add a note
slack-cancel = Cancel
slack-reject = Reject
slack-save = Save
slack-back = Back
slack-irreversible = This cannot be undone
slack-yes = Yes, do it
slack-no = No, go back

slack-working = the agent goes on
slack-stopped = the agent is told to stop
slack-nobody = the agent is told that nobody answered
slack-no-longer = no answer is needed any more
slack-removed = This question was removed.

# Said to one person alone.
slack-late = This question is settled already: { $how }. Nothing was changed.
slack-stranger = This question is not for you to answer. Nothing was changed.
slack-gone = This question is no longer there. Nothing was changed.
slack-elsewhere = This question belongs to another sayso hub ({ $hub }); Slack gave this to the hub on { $here }. Nothing was changed. Please try again. To prevent this, give each hub a Slack app of its own (`sayso slack setup`).
slack-elsewhere-unknown = unknown
slack-neighbours = Slack; another hub is connected to the same app, give each an app of its own (`sayso slack setup`)
slack-again = Slack took too long. Please click once more.
slack-refused = This was not accepted: { $why }
slack-failed = Something went wrong here, and nothing was changed: { $why }
slack-not-understood = This was not taken as an answer. { $how }

# Where Slack does not take buttons.
slack-reply-number = Reply in this thread with the number of your choice.
slack-reply-number-or-text = Reply in this thread with the number of your choice, or mention the app with an answer of your own.
slack-reply-numbers = Reply in this thread with the numbers of your choice, such as `1, 3`.
slack-reply-text = Reply in this thread with your answer and mention the app.
slack-reply-lines = Reply in this thread with one line for each question, such as `1: 2`.
slack-reply-elsewhere = This cannot be undone, so words do not answer it. Use the buttons, or { $command } in a terminal.
slack-noted = Noted. { $open ->
    [one] One question is left.
   *[other] { $open } questions are left.
}

# Talking to an agent.
slack-agent-works = ⚙️ working …
slack-agent-more = … { $count } more characters. The whole text follows as a file when the agent has finished.
slack-agent-cut = The text is cut here. The file with all of it was refused: { $why }
slack-agent-stranger = This agent does not work for you. Whoever runs it can change that (`slack.answerers`).
slack-agent-hello = What shall the agent do? Write it in one message with the mention.
