# 所有界面共用的文字。

status-pending = 等待中
status-submitted = 已回答
status-auto-submitted = 已代为回答
status-cancelled = 已取消
status-rejected = 已拒绝
status-timeout = 已超时
status-withdrawn = 已撤回
status-given = 已给出，尚未确认

surface-desktop = 桌面
surface-web = 网页
surface-terminal = 终端
surface-slack = Slack
surface-telegram = Telegram
surface-cli = 命令行
surface-api = 程序
surface-auto = 任意位置
surface-any = 任意位置

recommended = 推荐
irreversible = 不可撤销
optional = 可选
agent-not-listening = 智能体未在等待
agent-stopped = 智能体已停止等待
withdraw-these = 这些问题的智能体已停止等待。要撤回吗？
nothing-stopped = 没有智能体停止等待。
together = 此会话中还有 { $count } 项在等待
together-both = 允许这两项（一次）
together-all = 允许这 { $count } 项（一次）
together-this = 允许此项和另外 { $count } 项（一次）
together-more = 还有 { $count } 项
together-opened = 须打开查看
allow-these = 要允许这些吗（一次）？
nothing-to-allow = 此会话没有其他可撤销的许可在等待。
unknown-agent = 某个智能体
no-terminal = 未见到操作者
agent-terminal = 在智能体的终端中
refused-past-limit = 智能体将在 { $time } 后停止等待；时间不能设得更长。
refused-agent-terminal = 此问题只能由本人同意，而此终端属于智能体：请在你自己的终端、网页、Slack 或 Telegram 中回答。
# Where an irreversible question can be answered, if not here.
answered-elsewhere = 此问题只能{ $places }回答（设置 irreversible.surfaces）。在这里仍可拒绝。
answered-on-web = 在从其他设备配对的网页上（sayso open --pair）
answered-on-terminal = 在终端中
answered-on-slack = 在 Slack 中
answered-on-chat = 在 { $chat } 中
answered-on-either = { $one }或{ $other }

waiting-count = { $count } 个等待中
nothing-waiting = 没有等待回答的问题。
asked-at = { $time } 提问
time-left = 剩余 { $time }
age-now = 刚刚
age-minutes = { $count } 分钟前
age-hours = { $count } 小时前
age-days = { $count ->
   *[other] { $count } 天前
}

then-sent = 若不回答：{ $answer }
then-cancel = 若不回答：智能体停止此任务
then-dialog = 若不回答：它自己的对话框保持打开
then-not-run = 若不回答：不会执行
then-nobody = 若不回答：智能体会得知没有人回答
no-deadline = 一直等待你的回答

choose-one = 选择一项
choose-exactly = 选择 { $count } 项
choose-between = 选择 { $min } 至 { $max } 项
choose-at-most = 最多选择 { $max } 项
choose-at-least = 至少选择 { $min } 项
choose-any = 可选择任意多项
rank-all = 对所有选项排序
rank-first = { $count ->
   *[other] 排出前 { $count } 名
}
number-between = { $min } 至 { $max }
number-from = 不小于 { $min }
number-up-to = 不大于 { $max }
number-steps = 步长 { $step }
or-own-text = 或写下自己的回答
own-answer = 自己的回答
own-answer-placeholder = 写下自己的回答…
number-placeholder = 输入数字…
note-on-option = 此选项的备注
note-on-whole = 给智能体的备注
not-answered = 未回答
not-answered-yet = 尚未回答
skipped = 已跳过
please-explain = 请进一步说明

nothing-chosen = 未选择任何项
send-answer = 发送回答
cancel-with-note = 取消并备注
reject-with-reason = 拒绝并说明理由
ask-to-explain = 请求说明
skip-question = 跳过此问题
plus-five-minutes = +5 分钟
next = 下一个
back = 返回
review = 检查
undo = 撤销
settings = 设置

problem-choose-one = 请选择一项。
problem-choose-or-write = 请选择一项或写下回答。
problem-write = 请写下回答。
problem-too-few = { $min ->
   *[other] 请至少选择 { $min } 项。
}
problem-too-many = { $max ->
   *[other] 最多只能选择 { $max } 项。
}
problem-option-or-text = 选择一项或写下回答，不能两者都有。
problem-no-own-text = 此问题不接受文字回答。请从选项中选择。
problem-several-ways = 回答、跳过或请求说明，只能选其中之一。
problem-not-skippable = 此问题不能跳过。请回答或取消。
problem-nothing-answered = 请至少回答一个问题。
problem-too-long = 超出 { $excess } 个字符：最多允许 { $max } 个。
problem-too-many-bytes = 太长：最多允许 { $max } 字节。
problem-unknown = 问题已更改。请重新加载。
problem-rank-more = { $left ->
   *[other] 还需为 { $left } 个选项排序。
}
problem-ranked-twice = “{ $option }”排了两次。每个选项只能排一次。
problem-not-a-number = 请输入数字，小数用点表示，不加分隔符：1500 或 0.5。
problem-too-many-digits = 请输入最多 15 位的数字。
problem-below-min = 请输入不小于 { $min } 的数字。
problem-above-max = 请输入不大于 { $max } 的数字。
problem-off-step = 请按步长 { $step } 输入数字。最接近的是 { $nearest }。
problem-out-of-range = 请输入 { $min } 到 { $max } 之间的数字。
problem-unanswered = { $count ->
   *[other] 还有 { $count } 个问题尚未回答。
}

setting-language = 语言
setting-interface = 问题显示在
setting-timeout = 回答时限
setting-timeout-action = 时限到达时
setting-single-submit = 选中即发送
setting-annotations = 备注
setting-tab-order = Tab 键先到
setting-terminal-bursts = 一次涌入的按键视为
setting-terminal-after-sending = 发送之后显示
setting-placeholder = 显示占位文字
setting-hints = 显示按键提示
setting-shortcuts = 单键快捷键
setting-recent = 列表中已结束的问题数
setting-notifications = 通知
setting-theme = 主题
setting-attention = 何时通知谁
setting-quiet-hours = 免打扰时段
setting-irreversible-surfaces = 不可撤销的问题在何处回答
recent-0 = 不显示
recent-5 = 5
recent-10 = 10
recent-20 = 20
recent-50 = 50
value-on = 开
value-off = 关
value-auto = 自动
value-submit = 发送推荐的回答
value-cancel = 取消
value-reinvoke = 让智能体重新提问
value-option = 选项的备注
value-global = 给智能体的备注
bursts-text = 文本
bursts-keys = 按键（语音控制、宏）
after-sending-list = 列表
after-sending-next = 下一个问题
value-system = 跟随系统
value-light = 浅色
value-dark = 深色
value-contrast = 高对比度
always = 总是
saved = 已保存
# Typed to confirm an answer that cannot be undone.
confirm-word = 确认

# Who was notified of a question, on its card.
notified-at = { $who }：{ $time } 已通知
notified-later = { $who }：免打扰时段结束后通知
not-notified = { $who }：未通知，{ $why }
skipped-seen = 您当时在场
skipped-shown = 问题已显示在屏幕上
skipped-meant = 该问题发往聊天
skipped-switched-off = 通知已关闭
skipped-absent = 未连接
skipped-crowded = 通知过多
skipped-refused = 消息被拒绝，见 sayso hub status
skipped-unreachable = 无法连接，sayso 会继续尝试
