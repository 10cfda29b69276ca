# What any chat says. To one person:
chat-late = 此问题已经结束：{ $how }。没有任何更改。
chat-stranger = 你不能回答此问题。没有任何更改。
chat-gone = 此问题已不存在。没有任何更改。
chat-elsewhere = 此问题属于另一个 sayso hub（{ $hub }）；{ $name } 把这次操作交给了 { $here } 上的 hub。没有任何更改。请再试一次。为避免这种情况，请让每个 hub 使用各自的 { $name } 应用（`sayso { $chat } setup`）。
chat-elsewhere-unknown = 未知
chat-neighbours = { $name }；另一个 hub 连接了同一个应用，请为每个 hub 使用各自的应用（`sayso { $chat } setup`）
chat-again = { $name } 响应太慢，请再点击一次。
chat-refused = 未被接受：{ $why }
chat-stale = 这个按钮属于问题之前的状态。请使用现在显示的消息。
chat-failed = 出现错误，没有任何更改：{ $why }
chat-not-understood = 这条消息没有被当作回答。{ $how }
chat-too-early = 这条消息在你能看到问题之前就已发出，因此不作为回答。如果它是回答，请再发一次。
chat-typed-kept = 无法执行，原因见对话。你输入的文字还在这里。

chat-reply-one = 请在此消息列中回复所选项的编号。
chat-reply-one-or-text = 请在此消息列中回复所选项的编号，或提及本应用并写下自己的回答。
chat-reply-many = 请在此消息列中回复所选项的编号，例如 `1, 3`。
chat-reply-rank = 请在此消息列中按你的顺序回复编号，首选在前，例如 `3, 1, 2`。
chat-reply-number = 请在此消息列中回复数字。
chat-reply-text = 请在此消息列中提及本应用并写下你的回答。
chat-reply-lines = 请在此消息列中为每个问题回复一行，例如 `1: 2`。
chat-reply-elsewhere = 此操作无法撤销，因此不能用文字回答。请使用按钮，或在终端中运行 { $command }。
chat-noted = 已记录。{ $open ->
   *[other] 还剩 { $open } 个问题。
}

# Talking to an agent.
chat-agent-works = ⚙️ 正在处理 …
chat-agent-more = …… 还有 { $count } 个字符。智能体完成后，全文会以文件形式发送。
chat-agent-cut = 文本在此处截断。包含全文的文件被拒绝：{ $why }
chat-agent-too-long = 智能体在一轮中写了超过 16 MB 的内容，其余部分不予显示。
chat-agent-stranger = 这个智能体不接受你的请求。运行它的人可以更改此设置（`{ $chat }.answerers`）。
chat-agent-hello = 要让智能体做什么？请在提及它的同一条消息里写明。

# 仅用于 Slack 的文字。

slack-asks = { $who } 提问
slack-waiting = ⏳ 等待你的回答
slack-until = 截止 { $time }
slack-part = 第 { $part } 部分，共 { $parts } 部分
slack-progress = 已回答 { $done } / { $all }
slack-so-far = 目前：{ $answer }
slack-left-open = 未回答

slack-own = ✏️ 自行输入
slack-read-all = 📖 阅读全文
slack-change = 🔄 更改
slack-send = 🚀 发送回答
slack-submit = 🚀 发送全部回答
slack-undo-place = ↩️ 撤销最后一个名次
slack-reset = 🗑️ 重新开始
slack-reset-words = 此处选择和输入的内容都将被清除。
slack-reset-yes = 全部清除
slack-recommended-all = ⭐ 其余采用推荐项
slack-choose = 请选择…
slack-choose-range = 从 { $from } 至 { $to } 中选择…
slack-add-note = 添加备注
slack-cancel = 取消
slack-reject = 拒绝
slack-cancel-by = 要取消，请在终端中运行 { $command }。
slack-reject-by = 要拒绝，请在终端中运行 { $command }。
slack-save = 保存
slack-back = 返回
slack-irreversible = 此操作不可撤销
slack-yes = 是，执行
slack-no = 否，返回

slack-working = 智能体继续工作
slack-stopped = 已通知智能体停止
slack-nobody = 已告知智能体无人回答
slack-no-longer = 不再需要回答
slack-removed = 此问题已被移除。
