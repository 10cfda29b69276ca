# 与代理的对话中，关于代理进程的说明。

relay-restarted = 代理的进程曾经结束，现已重新运行，并记得之前的对话。
relay-begun-anew = 代理的进程曾经结束，现已启动新的进程；它不记得之前的对话。
relay-not-started = 无法启动代理：{ $why }。请确认可以运行 `{ $command }`，然后再发一条消息。
relay-failed = 代理出错：{ $why }。再发一条消息即可继续。
relay-permission = 代理请求您的许可。
