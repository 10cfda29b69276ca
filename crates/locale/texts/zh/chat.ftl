# Texts of every chat. To one person:
chat-late = 此问题已经结束：{ $how }。没有任何更改。
chat-stranger = 你不能回答此问题。没有任何更改。
chat-gone = 此问题已不存在。没有任何更改。
chat-other-hub = 此问题属于另一个 sayso hub（{ $hub }）；{ $name } 把这次操作交给了 { $here } 上的 hub。没有任何更改。请再试一次。为避免这种情况，请让每个 hub 使用各自的 { $name } 应用（`sayso { $chat } setup`）。
chat-other-hub-unknown = 未知
chat-shared-app = { $name }；另一个 hub 连接了同一个应用，请为每个 hub 使用各自的应用（`sayso { $chat } setup`）
chat-again = { $name } 响应太慢，请再点击一次。
chat-refused = 未被接受：{ $why }
chat-stale = 这个按钮属于问题之前的状态。请使用现在显示的消息。
chat-changed = 你确认的内容在此期间已更改，因此没有发送。请再看一次。
chat-only-text = 这里只读取文字。没有任何更改。
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
chat-reply-elsewhere = 此操作不可撤销，因此不能用文字回答。请使用按钮，或在终端中运行 { $command }。
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

# What is drawn.

chat-asks = { $who } 提问
chat-waiting = ⏳ 等待你的回答
chat-until = 截止 { $time }
chat-part = 第 { $part } 部分，共 { $parts } 部分
chat-progress = 已回答 { $done } / { $all }
chat-so-far = 目前：{ $answer }
chat-left-open = 未回答

chat-own = ✏️ 自行输入
chat-read-all = 📖 阅读全文
chat-change = 🔄 更改
chat-send = 🚀 发送回答
chat-submit = 🚀 发送全部回答
chat-undo-place = ↩️ 撤销最后一个名次
chat-reset = 🗑️ 重新开始
chat-reset-words = 此处选择和输入的内容都将被清除。
chat-reset-yes = 全部清除
chat-recommended-all = ⭐ 其余采用推荐项
chat-choose = 请选择…
chat-choose-range = 从 { $from } 至 { $to } 中选择…
chat-more-options = …… 还有 { $count } 项：在终端中运行 { $command } 查看。
chat-add-note = 添加备注
chat-cancel = 取消
chat-reject = 拒绝
chat-cancel-by = 要取消，请在终端中运行 { $command }。
chat-reject-by = 要拒绝，请在终端中运行 { $command }。
chat-save = 保存
chat-back = 返回
chat-irreversible = 此操作不可撤销
chat-yes = 是，执行
chat-no = 否，返回

chat-working = 智能体继续工作
chat-stopped = 已通知智能体停止
chat-nobody = 已告知智能体无人回答
chat-no-longer = 不再需要回答
chat-removed = 此问题已被删除。

# The same in a chat without threads.
chat-write-one = 请发送所选项的编号。
chat-write-one-or-text = 请发送所选项的编号，或写下自己的回答。
chat-write-many = 请发送所选项的编号，例如 `1, 3`。
chat-write-rank = 请按你的顺序发送编号，首选在前，例如 `3, 1, 2`。
chat-write-number = 请发送数字。
chat-write-text = 请发送你的回答。
chat-write-lines = 请为每个问题发送一行，例如 `1: 2`。
chat-which-question = 不清楚这是对哪个问题的回答。请直接回复你要回答的那条消息。
chat-not-waiting = 你回复的那条消息并不在等待回答。没有任何更改。
chat-edited = 修改已发送的消息在这里不起作用。请发送新的消息。
chat-missed = ⚠️ sayso 直到 { $time } 都不在线。如果你在此之前点过按钮，请再点一次。
chat-ask-own = ✏️ 请发送对“{ $title }”的回答。
chat-ask-note = 📝 请发送对“{ $title }”的备注。要给某个选项加备注，请以其编号开头，例如 `2: 仅用于测试`。
chat-ask-explain = 💬 关于“{ $title }”，需要说明什么？
chat-ask-skip = 为什么跳过“{ $title }”？请发送原因。
chat-ask-cancel = 要取消“{ $title }”并附上备注，请发送备注。
chat-ask-reject = 要拒绝“{ $title }”并说明原因，请发送原因。
chat-cancel-plainly = 取消，不加备注
chat-reject-plainly = 拒绝，不说明原因
chat-skip-plainly = 跳过，不说明原因
chat-confirm = ⚠️ 此操作不可撤销：{ $what }
chat-confirm-yes = 是：{ $what }
chat-confirm-too-long = ⚠️ 此操作不可撤销，而且内容太长，无法在这里完整显示。要发送，请在终端中运行 { $command }。
chat-read-rest = … 还有更多内容。在终端中运行 { $command } 可以看到全部。
chat-paired = 此聊天已与 sayso 连接。你的智能体提出的问题会发到这里。
chat-not-paired = 这个机器人属于他人的 sayso。如果它是你的，请在终端中运行 `sayso { $chat } pair`。
