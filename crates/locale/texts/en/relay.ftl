# What a conversation with an agent says of the agent's process.

relay-hello = Talking to { $agent }: write a line, Ctrl-D ends it.
relay-restarted = The agent's process had ended. It runs again and knows what was said before.
relay-begun-anew = The agent's process had ended. A new one runs; it knows nothing of what was said before.
relay-not-started = The agent could not be started: { $why }. Make sure that `{ $command }` can be run, then write again.
relay-malformed = The agent tried to ask you something, but its question is malformed ({ $why }). It is shown above as text; the agent was told how to ask it.
relay-repeat = The agent ended in the middle of its work. Repeat it?
relay-repeat-words = The agent had begun with the message below, then its process ended. It may have done part of the work already; repeating does that part twice.
relay-repeat-yes = Repeat the message
relay-repeat-no = Skip the message
relay-failed = The agent failed: { $why }. Write again to go on.
relay-permission = The agent is asking for permission.
