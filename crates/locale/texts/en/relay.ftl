# What a conversation with an agent says of the agent's process.

relay-hello = Talking to { $agent }: write a line, Ctrl-D ends it.
relay-restarted = The agent's process had ended. It runs again and knows what was said before.
relay-begun-anew = The agent's process had ended. A new one runs; it knows nothing of what was said before.
relay-not-started = The agent could not be started: { $why }. Make sure that `{ $command }` can be run, then write again.
relay-failed = The agent failed: { $why }. Write again to go on.
relay-permission = The agent asks for your leave.
