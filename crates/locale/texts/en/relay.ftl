# Texts about the agent's process in a conversation.

relay-hello = Talking to { $agent }: type a line to send it, Ctrl-D to end.
relay-restarted = The agent's process ended and was restarted. It remembers the conversation.
relay-begun-anew = The agent's process ended and a new one was started. It doesn't remember the conversation.
relay-not-started = The agent could not be started: { $why }. Check that `{ $command }` runs, then write again.
relay-malformed = The agent tried to ask you something, but its question is malformed ({ $why }). It is shown above as text; the agent got instructions to fix it.
relay-repeat = The agent ended in the middle of its work. Repeat it?
relay-repeat-words = The agent had started on the message below when its process ended. It may have done part of the work; repeating does that part twice.
relay-repeat-yes = Repeat the message
relay-repeat-no = Skip the message
relay-failed = The agent failed: { $why }. Write again to continue.
relay-permission = The agent is asking for permission.
