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
slack-reset = 🗑️ 重新开始
slack-reset-words = 此处选择和输入的内容都将被清除。
slack-reset-yes = 全部清除
slack-recommended-all = ⭐ 其余采用推荐项
slack-choose = 请选择…
slack-choose-range = 从 { $from } 至 { $to } 中选择…
slack-add-note = 添加备注
slack-cancel = 取消
slack-reject = 拒绝
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

slack-late = 此问题已经结束：{ $how }。没有任何更改。
slack-stranger = 你不能回答此问题。没有任何更改。
slack-gone = 此问题已不存在。没有任何更改。
slack-elsewhere = 此问题属于另一个 sayso hub（{ $hub }）；Slack 把这次操作交给了 { $here } 上的 hub。没有任何更改。请再试一次。为避免这种情况，请让每个 hub 使用各自的 Slack 应用（`sayso slack setup`）。
slack-elsewhere-unknown = 未知
slack-neighbours = Slack；另一个 hub 连接了同一个应用，请为每个 hub 使用各自的应用（`sayso slack setup`）
slack-again = Slack 响应太慢，请再点击一次。
slack-refused = 未被接受：{ $why }
slack-failed = 出现错误，没有任何更改：{ $why }
slack-not-understood = 这条消息没有被当作回答。{ $how }

slack-reply-number = 请在此消息列中回复所选项的编号。
slack-reply-number-or-text = 请在此消息列中回复所选项的编号，或提及本应用并写下自己的回答。
slack-reply-numbers = 请在此消息列中回复所选项的编号，例如 `1, 3`。
slack-reply-ranking = 请在此消息列中按你的顺序回复编号，首选在前，例如 `3, 1, 2`。
slack-reply-a-number = 请在此消息列中回复数字。
slack-reply-text = 请在此消息列中提及本应用并写下你的回答。
slack-reply-lines = 请在此消息列中为每个问题回复一行，例如 `1: 2`。
slack-reply-elsewhere = 此操作无法撤销，因此不能用文字回答。请使用按钮，或在终端中运行 { $command }。
slack-noted = 已记录。{ $open ->
   *[other] 还剩 { $open } 个问题。
}

# Talking to an agent.
slack-agent-works = ⚙️ 正在处理 …
slack-agent-more = …… 还有 { $count } 个字符。智能体完成后，全文会以文件形式发送。
slack-agent-cut = 文本在此处截断。包含全文的文件被拒绝：{ $why }
slack-agent-stranger = 这个智能体不接受你的请求。运行它的人可以更改此设置（`slack.answerers`）。
slack-agent-hello = 要让智能体做什么？请在提及它的同一条消息里写明。
