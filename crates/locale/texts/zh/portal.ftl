# 仅网页使用的文字。

questions = 问题
filter-list = 列出哪些问题
list-width = 列表宽度
chip-all = 全部
chip-waiting = 等待中
chip-done = 已结束
recent = 最近结束
unread = 新
several-questions = { $count } 个问题：{ $titles }
nothing-done = 还没有结束的问题。
group-list = 等待中的问题如何分组
group-by-none = 按时间
group-by-project = 按项目
group-by-agent = 按智能体
no-group = 其他
days-hours = { $days } 天 { $hours } 小时

help = 按键
close = 关闭
notify-me = 通知我
stays-open = 智能体一提问，问题就会显示在这里。
connect-agent = 连接一个智能体，例如 Claude Code：
connect-others = 其他智能体：命令为 “sayso mcp”。
or-demo = 或者用一个示例问题试一试：
pick-one = 请从列表中选择一个问题。
gone = 这个问题不存在。
gone-why = 它可能已被删除，或者地址不完整。
back-to-list = 所有问题

door-title = 允许此浏览器访问
door-what = 此页面显示你的智能体所提的问题，因此只对你开放。
door-link = 在运行 sayso 的机器上运行此命令，然后打开它给出的链接：
door-why = 链接只能使用一次，之后此浏览器可访问 30 天。
door-pair = 在手机或其他机器上：在运行 sayso 的机器上运行此命令，然后输入它显示的代码：
door-code = 代码
door-pair-button = 配对此浏览器
door-pair-refused = 代码错误、已使用或已过期，或者此浏览器与 sayso 在同一台机器上。
door-failed = hub 没有响应，请重试。
door-refused = 该链接已被使用或已过期。
door-ended = 此浏览器已不能访问：访问权已被撤销、30 天未使用，或是在其他地址获得的。

lost = 连接已断开。你可以继续回答，内容会保留在此浏览器中。
lost-kept = 连接已断开。你的回答已保留在此浏览器中。
lost-impostor = 此地址上应答的是其他程序，不是你的 hub。没有向它发送任何内容。请运行 sayso open 找到你的 hub。
outdated = sayso 已更新。请重新加载此页面以使用新版本；已输入的内容会保留。
reload = 重新加载
newer-title = 此页面版本过旧，无法显示这个问题。
newer-why = 这个问题来自更新版本的 sayso。请重新加载页面；如果仍无法显示，请在终端中回答。
kept-for-later = 已保留在此浏览器中，hub 可以接收时发送。
kept-to-send = 已保留在此浏览器中，连接恢复后由你发送。
held-answer = 尚未发送：
held-why = 该回答当时未能发送，请确认它仍然有效。
send-now = 立即发送
discard = 丢弃
kept-button = 已保留
send-this = 发送 { $answer }
send-denial = 拒绝：{ $answer }
send-answers = 发送回答
own-text-beside = 也可以补充或只写自己的话
sending = 正在发送…
not-sent = 未能发送，请重试。
time-not-changed = 时间未更改，请重试。
refused-needs-person = 此问题只能由本人同意：请在终端、网页、Slack 或 Telegram 中回答。
refused-too-long = 文字过长，请缩短后重新发送。
refused-unfit = 此回答不符合问题的要求，请修改后重新发送。
refused-disk-full = 磁盘已满，无法保存。请释放空间后重新发送。
refused-files-lost = hub 的数据库已被移除，因此未能保存。hub 将使用抢救出的副本继续运行，请重新发送。
refused-otherwise = 操作未能完成，请重试；若仍然如此，请查看 hub 的日志。

filter-options = 筛选选项
rank-up = 上移：{ $option }
rank-down = 下移：{ $option }
rank-rest = 其余按此顺序排列
rank-as-listed = 保持此顺序
rank-how = 或按您的顺序依次点选，也可拖动
number-up = 增大
number-down = 减小
shown-of = { $shown } / { $all }
no-match = 没有匹配的选项。
add-whole-note = 添加备注
skip = 跳过
explain-what = 哪里不清楚？（可选）
will-explain = 将请智能体说明这个问题。
skip-why = 为什么？（可选）
will-skip = 将跳过这个问题。
progress = 进度
answered-mark = 已回答
step-of = 第 { $step } 题，共 { $all } 题
change = 修改
answered-of = 已回答 { $answered } / { $all }
and-more = 另外 { $count } 项
with-notes = 附 { $count } 条备注

unit-s = 秒
unit-min = 分钟 分
unit-h = 小时 时
unit-d = 天
set-time = 设置时间
set-time-label = 新的时间，例如 90 秒、10 分钟或 2 小时
time-for-this = 从现在起的时间
time-not-understood = 请写 5 秒到 7 天之间的时间，例如 90 秒或 10 分钟。
about-to-send = 即将发送 { $answer }
seconds = { $count } 秒

cancel = 取消
cancel-means = 将通知智能体停止此任务，且不得自行选择。
cancel-why = 给智能体的备注（可选）
cancel-now = 取消这个问题
reject = 拒绝
reject-means = 将告知智能体你不想回答这些问题。
reject-why = 理由（可选）
reject-now = 全部拒绝
keep-question = 保留问题

send-with-gaps = { $all } 个问题中有 { $open } 个未回答。仍要发送吗？
send-anyway = 仍要发送
answer-them = 去回答
undone-title = 此操作不可撤销。
undone-how = 回答需要第二步确认。
confirm-send = 此操作不可撤销。发送：
confirm-type = 输入 { $word } 或按住按钮
confirm-hint = 请输入 { $word }，或按住按钮一秒。
hold-to-send = 按住发送
go-back = 返回

sentence-chose = { $who ->
    [you] 你选择了 { $answer }
   *[other] { $who } 选择了 { $answer }
}
sentence-denied = { $who ->
    [you] 你拒绝了：{ $answer }
   *[other] { $who } 拒绝了：{ $answer }
}
sentence-none = { $who ->
    [you] 你一项也没有选
   *[other] { $who } 一项也没有选
}
sentence-cancelled = { $who ->
    [you] 你取消了这个问题
   *[other] { $who } 取消了这个问题
}
sentence-rejected = { $who ->
    [you] 你拒绝了这些问题
   *[other] { $who } 拒绝了这些问题
}
sentence-explain = { $who ->
    [you] 你请求了说明
   *[other] { $who } 请求了说明
}
sentence-skipped = { $who ->
    [you] 你跳过了这个问题
   *[other] { $who } 跳过了这个问题
}
sentence-several = { $who ->
    [you] 你回答了 { $all } 个问题中的 { $answered } 个
   *[other] { $who } 回答了 { $all } 个问题中的 { $answered } 个
}
sentence-default = 已替你回答：{ $answer }
sentence-defaults = 已用默认值替你回答
sentence-late = 没有人及时回答
sentence-withdrawn = 这个问题已撤回
somebody-first = 有人
ended-by = { $status } · { $who } · { $where } · { $time }
somebody = 某人
overtaken = 已有人抢先处理：
yours-not-sent = 未采用：
copy = 复制
copied = 已复制
timed-out-cancel = 已通知智能体停止此任务。
timed-out-reinvoke = 已告知智能体无人回答。
left-open = 未回答
none-chosen = 一项都不选
what-agent-gets = 智能体收到的内容
agent-has-it = 智能体已收到。
agent-gets-it = 正在发给智能体。
answer-is-kept = 回答会为它保留
agent-gets-it-later = 已保存。智能体未在等待，下次询问时会告知它。
agent-asks-there-too = 已给出，尚未确认。智能体也在自己的对话框中询问，先到的回答有效。
next-question = 下一个：{ $title }
ended-while-typing = 这个问题已结束，您输入的内容不会发送。
go-on = 查看结果
nothing-else = 没有其他等待的问题。

history = 历史
history-since = 自 { $date } 以来共 { $count } 个问题
history-median = 回答用时中位数 { $time }
history-search = 搜索历史
history-project = 项目
history-agent = 智能体
history-status = 结果
history-time = 时间
history-any-project = 所有项目
history-any-agent = 所有智能体
history-any-status = 所有结果
history-any-time = 所有时间
history-days = { $count ->
    [1] 最近 24 小时
   *[other] 最近 { $count } 天
}
history-loading = 正在加载…
history-failed = 无法加载历史。请重试。
history-none = 没有匹配项。
history-all = 这就是保留的全部内容。
history-all-found = 没有其他匹配项。
history-looked-through = 这么短的词只在最新的 { $count } 条中搜索。
figures = 统计
figures-asked = 提问
figures-median = 回答用时中位数
figures-middle = 中位数
figures-late = 超时
figures-again = 重复提问
figures-most = 最常问的
figures-times = { $count } 次
figures-line = 这段时间内的提问，分为 { $count } 段，每段最多 { $most } 个
figures-none = 这段时间内没有提问。
figures-failed = 无法加载统计。
story = 完整的问题
took = 用时 { $time }
chosen = 已选择
not-chosen = 未选择

palette = 搜索或执行命令
palette-actions = 操作
palette-next = 下一个问题
withdraw-stopped = 撤回智能体已停止等待的问题
withdraw-all = 全部撤回
palette-search = 在历史中搜索“{ $words }”
palette-none = 没有匹配项。

group-this = 这个问题
group-defaults = 默认值
group-notifications = 通知
group-look = 外观
always-means = 即使智能体另有要求
browser-asks = 浏览器会询问你一次。
browser-refuses = 此浏览器不显示此页面的通知。
allow = 允许
warn-before = 剩余多少秒时提醒
sound = 声音

notice-new = { $who } 提问
notice-soon = { $who }：时间所剩不多
notice-late = { $who }：时间到

key-move = 移动
key-choose = 选择
key-digit = 按编号选择
key-carry = 在排序中下移或上移选项
key-enter = 选择，再按继续
key-send = 发送
key-steps = 在表单中前后移动
key-next = 下一个、上一个问题
key-note = 备注
key-own = 自己的回答
key-filter = 筛选
key-extend = 延长 5 分钟
key-undo = 撤销
key-explain = 请求说明
key-skip = 跳过此问题
key-cancel = 取消或拒绝
key-history = 历史
key-palette = 搜索或执行命令
key-settings = 设置
key-help = 按键说明
key-close = 关闭、离开输入框
help-armed = 输入时如果问题结束，按键会等到你停顿后才生效；按回车或点击才会打开下一个问题。
