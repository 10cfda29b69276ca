# 与智能体的对话中，关于智能体进程的说明。

relay-hello = 正在与 { $agent } 对话：输入一行发送，Ctrl-D 结束。
relay-restarted = 智能体的进程曾经结束，现已重新运行，并记得之前的对话。
relay-begun-anew = 智能体的进程曾经结束，现已启动新的进程；它不记得之前的对话。
relay-not-started = 无法启动智能体：{ $why }。请确认可以运行 `{ $command }`，然后再发一条消息。
relay-malformed = 智能体想向你提问，但问题格式有误（{ $why }）。原文如上所示；已告知智能体应如何提问。
relay-repeat = 智能体在工作中途结束。要重复吗？
relay-repeat-words = 智能体已经开始处理下面的消息，随后其进程结束。部分工作可能已经完成；重复会把这部分再做一遍。
relay-repeat-yes = 重复这条消息
relay-repeat-no = 跳过这条消息
relay-failed = 智能体出错：{ $why }。再发一条消息即可继续。
relay-permission = 智能体请求你的许可。
