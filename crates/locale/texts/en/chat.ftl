# Texts of every chat. To one person:
chat-late = This question is already settled: { $how }. Nothing was changed.
chat-stranger = You can't answer this question. Nothing was changed.
chat-gone = This question no longer exists. Nothing was changed.
chat-other-hub = This question belongs to another sayso hub ({ $hub }); { $name } sent this to the hub on { $here }. Nothing was changed. Please try again. To prevent this, give each hub its own { $name } app (`sayso { $chat } setup`).
chat-other-hub-unknown = unknown
chat-shared-app = { $name }; another hub uses the same app, give each hub its own app (`sayso { $chat } setup`)
chat-again = { $name } took too long. Please click once more.
chat-refused = This was not accepted: { $why }
chat-stale = This button belongs to an earlier state of the question. Use the message as it looks now.
chat-changed = What you confirmed has changed meanwhile, so nothing was sent. Look again.
chat-only-text = Only text is read here. Nothing was changed.
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

# What is drawn. Names in marks (*ann*) come with their marks.

chat-asks = { $who } asks
chat-waiting = ⏳ waiting for your answer
chat-until = until { $time }
chat-part = part { $part } of { $parts }
chat-progress = { $done } of { $all } answered
chat-so-far = so far: { $answer }
chat-left-open = not answered

chat-own = ✏️ Type an answer
chat-read-all = 📖 Read everything
chat-change = 🔄 Change
chat-send = 🚀 Send answer
chat-submit = 🚀 Send answers
chat-undo-place = ↩️ Undo the last place
chat-reset = 🗑️ Start over
chat-reset-words = This clears everything chosen and typed here.
chat-reset-yes = Clear everything
chat-recommended-all = ⭐ Use the recommended options for the rest
chat-choose = Choose…
chat-choose-range = Choose from { $from } to { $to }…
chat-more-options = … { $count } more: { $command } in a terminal shows them.
chat-add-note = Add a note
chat-cancel = Cancel
chat-reject = Reject
chat-cancel-by = To cancel: { $command } in a terminal.
chat-reject-by = To reject: { $command } in a terminal.
chat-save = Save
chat-back = Back
chat-irreversible = This can't be undone
chat-yes = Yes, do it
chat-no = No, go back

chat-working = the agent continues
chat-stopped = the agent is asked to stop
chat-nobody = the agent learns that nobody answered
chat-no-longer = no answer is needed anymore
chat-removed = This question was deleted.

# The same in a chat without threads.
chat-write-one = Send the number of an option.
chat-write-one-or-text = Send the number of an option, or your own answer.
chat-write-many = Send the numbers of options, such as `1, 3`.
chat-write-rank = Send the numbers in your order, the best first, such as `3, 1, 2`.
chat-write-number = Send the number.
chat-write-text = Send your answer.
chat-write-lines = Send one line per question, such as `1: 2`.
chat-which-question = It is not clear which question this answers. Reply to the message of the one you are answering.
chat-not-waiting = The message you replied to isn't waiting for an answer. Nothing was changed.
chat-edited = Changing a message that was already sent changes nothing here. Send a new one.
chat-missed = ⚠️ sayso was away until { $time }. If you tapped before that, tap again.
chat-ask-own = ✏️ Send your answer to “{ $title }”.
chat-ask-note = 📝 Send your note on “{ $title }”. For a note on one option begin with its number, such as `2: only for tests`.
chat-ask-explain = 💬 What should be explained about “{ $title }”?
chat-ask-skip = Why do you skip “{ $title }”? Send a reason.
chat-ask-cancel = To cancel “{ $title }” with a note, send the note.
chat-ask-reject = To reject “{ $title }” with a reason, send the reason.
chat-cancel-plainly = Cancel without a note
chat-reject-plainly = Reject without a reason
chat-skip-plainly = Skip without a reason
chat-confirm = ⚠️ This can't be undone: { $what }
chat-confirm-yes = Yes: { $what }
chat-confirm-too-long = ⚠️ This can't be undone, and it is too long to be shown here in full. To send it, run { $command } in a terminal.
chat-read-rest = … There is more. { $command } in a terminal shows everything.
chat-paired = This chat is connected to sayso. Questions from your agents arrive here.
chat-not-paired = This bot belongs to somebody's sayso. If it is yours, run `sayso { $chat } pair` in a terminal.
