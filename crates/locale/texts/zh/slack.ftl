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
