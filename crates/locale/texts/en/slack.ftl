# What only Slack says. Names in marks (*ann*) come with their marks.

slack-asks = { $who } asks
slack-waiting = ⏳ waiting for your answer
slack-until = until { $time }
slack-part = part { $part } of { $parts }
slack-progress = { $done } of { $all } answered
slack-so-far = so far: { $answer }
slack-left-open = not answered

slack-own = ✏️ Type an answer
slack-read-all = 📖 Read everything
slack-change = 🔄 Change
slack-send = 🚀 Send answer
slack-submit = 🚀 Send answers
slack-reset = 🗑️ Start over
slack-reset-words = This clears everything chosen and typed here.
slack-reset-yes = Clear everything
slack-recommended-all = ⭐ Use the recommended options for the rest
slack-choose = Choose…
slack-choose-range = Choose from { $from } to { $to }…
slack-add-note = Add a note
slack-cancel = Cancel
slack-reject = Reject
slack-save = Save
slack-back = Back
slack-irreversible = This can't be undone
slack-yes = Yes, do it
slack-no = No, go back

slack-working = the agent continues
slack-stopped = the agent is asked to stop
slack-nobody = the agent learns that nobody answered
slack-no-longer = no answer is needed anymore
slack-removed = This question was deleted.

# Said to one person alone.
slack-late = This question is already settled: { $how }. Nothing was changed.
slack-stranger = You can't answer this question. Nothing was changed.
slack-gone = This question no longer exists. Nothing was changed.
slack-elsewhere = This question belongs to another sayso hub ({ $hub }); Slack sent this to the hub on { $here }. Nothing was changed. Please try again. To prevent this, give each hub its own Slack app (`sayso slack setup`).
slack-elsewhere-unknown = unknown
slack-neighbours = Slack; another hub uses the same app, give each hub its own app (`sayso slack setup`)
slack-again = Slack took too long. Please click once more.
slack-refused = This was not accepted: { $why }
slack-failed = Something went wrong, and nothing was changed: { $why }
slack-not-understood = That wasn't understood as an answer. { $how }

# Where Slack does not take buttons.
slack-reply-number = Reply in this thread with the number of your choice.
slack-reply-number-or-text = Reply in this thread with the number of your choice, or mention the app and write your own answer.
slack-reply-numbers = Reply in this thread with the numbers of your choice, such as `1, 3`.
slack-reply-ranking = Reply in this thread with the numbers in your order, first choice first, such as `3, 1, 2`.
slack-reply-a-number = Reply in this thread with the number.
slack-reply-text = Reply in this thread with your answer and mention the app.
slack-reply-lines = Reply in this thread with one line per question, such as `1: 2`.
slack-reply-elsewhere = This can't be undone, so text can't answer it. Use the buttons, or { $command } in a terminal.
slack-noted = Noted. { $open ->
    [one] One question is left.
   *[other] { $open } questions are left.
}

# Talking to an agent.
slack-agent-works = ⚙️ working…
slack-agent-more = … { $count } more characters. The full text follows as a file when the agent is done.
slack-agent-cut = The text is cut off here. The file with the full text was refused: { $why }
slack-agent-stranger = This agent doesn't take requests from you. The person who runs it can change that (`slack.answerers`).
slack-agent-hello = What should the agent do? Write it in one message with the mention.
