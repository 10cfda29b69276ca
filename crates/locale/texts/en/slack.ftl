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
