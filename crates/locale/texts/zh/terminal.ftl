# 只有终端使用的文字。

# 按键后的简短说明。
hint-move = 移动
hint-send = 发送
hint-next = 下一个
hint-choose = 选择
hint-note = 备注
hint-cancel = 取消
hint-reject = 拒绝
hint-web = 网页
hint-more = 更多
hint-back = 返回
hint-done = 完成
hint-on = 继续
hint-undo = 撤销
hint-all = 显示全部
hint-write = 填写
hint-newline = 换行
hint-editor = 编辑器
hint-filter = 筛选
hint-questions = 切换问题
hint-explain = 请求说明
hint-change = 修改
hint-always = 始终
hint-scroll = 滚动
hint-answer = 回答
hint-open = 打开
hint-search = 搜索
hint-history = 历史
hint-settings = 设置
hint-quit = 退出

something-else = 其他回答…
note = 备注
notes = { $count ->
   *[other] { $count } 条备注
}
not-answered = 未回答
nothing-chosen = 未选择任何项
chosen-count = 已选 { $count } 项
found-of = { $found } / { $all }
more-rows = 还有 { $count } 项
read-the-rest = 按 v 阅读其余内容
skip-placeholder = 原因（可选）
explain-placeholder = 哪里不清楚（可选）
agent-is-told-cancelled = 将告知智能体停止此任务，且不得自行选择。
agent-is-told-rejected = 将告知智能体你拒绝了这些问题。
cannot-be-undone = 此操作不可撤销。
confirm-or-back = 按 enter 发送 · 按其他键返回
now-sending = 正在发送…
reconnecting = 正在重新连接…
connecting = 正在连接…
forgotten = 此问题已被删除。
handed-to-web = 在浏览器中继续：{ $url }
still-waiting = 仍在等待：sayso answer { $id }
has-it = 智能体已收到
gets-it-later = 已保存；智能体未在等待，再次询问时会收到
editor-failed = 编辑器无法使用；请将 EDITOR 设为可用的编辑器。
mouse-on = 鼠标已启用：点击定位，再次点击选择
mouse-off = 鼠标已停用

short-now = 刚刚
short-seconds = { $count } 秒
short-minutes = { $count } 分钟
short-hours = { $count } 小时
short-days = { $count } 天

inbox-title = sayso 收件箱
history-title = sayso 历史
answered-today = 今天已回答 { $count } 个
nothing-answered = 还没有回答过任何问题。
nothing-found = 没有匹配的问题。
connect-or-ask = 用命令 `sayso mcp` 连接智能体，或自己提问：sayso ask '发布吗？' -o 是 -o 否

settings-saved-at-once = 每次修改立即保存
setting-time-left = 此问题的剩余时间
setting-switch-to-web = 将此问题转到网页
setting-switch-to-web-value = 按 enter
duration-hint = 90s、10m、2h 或 1d
no-duration = 5 秒至 7 天：90s、10m、2h

# 帮助。
help-question = 问题
help-move = 移动
help-digits = 按编号选择
help-space = 选择，或勾选与取消勾选
help-enter = 采用光标所在项并发送，或转到下一个问题
help-filter = 只显示包含所输文字的选项
help-tab = 选项备注，然后是总备注
help-own-text = 写下自己的回答
help-recommended = 采用推荐项
help-recommended-all = 所有未答问题采用推荐项，然后查看汇总
help-pages = 上一个或下一个问题
help-explain = 请智能体说明此问题
help-skip = 跳过此问题
help-extend = 延长五分钟
help-web = 转到浏览器；已输入的内容一并带去
help-read = 阅读全文
help-cancel = 取消或拒绝，可附备注
help-settings = 设置
help-mouse = 启用或停用鼠标
help-field = 输入文字时
help-field-enter = 完成；只需文字时：发送
help-field-newline = 换行（也可用 ctrl+j）
help-field-editor = 在编辑器中书写
help-field-esc = 返回问题
help-inbox = 收件箱
help-inbox-enter = 打开问题以回答
help-inbox-along = 打开问题时：上一个或下一个
help-inbox-search = 搜索
help-inbox-history = 历史
help-inbox-quit = 退出
help-anywhere = 任何时候
help-leave = 离开；打开的问题继续等待
help-suspend = 挂起；用 `fg` 恢复
help-redraw = 重新绘制
