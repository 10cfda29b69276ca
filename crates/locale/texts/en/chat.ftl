# What any chat says. To one person:
chat-late = This question is already settled: { $how }. Nothing was changed.
chat-stranger = You can't answer this question. Nothing was changed.
chat-gone = This question no longer exists. Nothing was changed.
chat-elsewhere = This question belongs to another sayso hub ({ $hub }); { $name } sent this to the hub on { $here }. Nothing was changed. Please try again. To prevent this, give each hub its own { $name } app (`sayso { $chat } setup`).
chat-elsewhere-unknown = unknown
chat-neighbours = { $name }; another hub uses the same app, give each hub its own app (`sayso { $chat } setup`)
chat-again = { $name } took too long. Please click once more.
chat-refused = This was not accepted: { $why }
chat-stale = This button belongs to an earlier state of the question. Use the message as it looks now.
chat-failed = Something went wrong, and nothing was changed: { $why }
chat-not-understood = That wasn't understood as an answer. { $how }
chat-too-early = That was sent before you could have read the question, so it is not taken as an answer. Send it again if it is one.
chat-typed-kept = This could not be carried out; the reason is in the conversation. Your text is still here.

# Answers in words.
chat-reply-one = Reply in this thread with the number of an option.
chat-reply-one-or-text = Reply in this thread with the number of an option, or mention the app and write your own answer.
chat-reply-many = Reply in this thread with the numbers of options, such as `1, 3`.
chat-reply-rank = Reply in this thread with the numbers in your order, the best first, such as `3, 1, 2`.
chat-reply-number = Reply in this thread with the number.
chat-reply-text = Reply in this thread with your answer and mention the app.
chat-reply-lines = Reply in this thread with one line per question, such as `1: 2`.
chat-reply-elsewhere = This can't be undone, so text can't answer it. Use the buttons, or { $command } in a terminal.
chat-noted = Noted. { $open ->
    [one] One question is left.
   *[other] { $open } questions are left.
}

# Talking to an agent.
chat-agent-works = ⚙️ working…
chat-agent-more = … { $count } more characters. The full text follows as a file when the agent is done.
chat-agent-cut = The text is cut off here. The file with the full text was refused: { $why }
chat-agent-too-long = The agent wrote more than 16 MB in one turn. The rest is not shown.
chat-agent-stranger = This agent doesn't take requests from you. The person who runs it can change that (`{ $chat }.answerers`).
chat-agent-hello = What should the agent do? Write it in one message with the mention.

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
slack-undo-place = ↩️ Undo the last place
slack-reset = 🗑️ Start over
slack-reset-words = This clears everything chosen and typed here.
slack-reset-yes = Clear everything
slack-recommended-all = ⭐ Use the recommended options for the rest
slack-choose = Choose…
slack-choose-range = Choose from { $from } to { $to }…
slack-add-note = Add a note
slack-cancel = Cancel
slack-reject = Reject
slack-cancel-by = To cancel: { $command } in a terminal.
slack-reject-by = To reject: { $command } in a terminal.
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
