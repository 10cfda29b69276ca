# What any chat says. To one person:
chat-late = 이 질문은 이미 끝났습니다: { $how }. 바뀐 것은 없습니다.
chat-stranger = 이 질문에 답할 권한이 없습니다. 바뀐 것은 없습니다.
chat-gone = 이 질문은 더 이상 없습니다. 바뀐 것은 없습니다.
chat-elsewhere = 이 질문은 다른 sayso 허브({ $hub })의 것입니다. { $name }에서 이 동작을 { $here }의 허브에 전달했습니다. 바뀐 것은 없습니다. 다시 시도해 주세요. 이를 막으려면 허브마다 별도의 { $name } 앱을 쓰세요(`sayso { $chat } setup`).
chat-elsewhere-unknown = 알 수 없음
chat-neighbours = { $name }; 다른 허브가 같은 앱에 연결되어 있습니다. 허브마다 별도의 앱을 쓰세요(`sayso { $chat } setup`)
chat-again = { $name } 응답이 늦었습니다. 한 번 더 눌러 주세요.
chat-refused = 받아들여지지 않았습니다: { $why }
chat-stale = 이 버튼은 질문의 이전 상태에 속합니다. 지금 보이는 메시지를 사용하세요.
chat-failed = 문제가 생겨 바뀐 것은 없습니다: { $why }
chat-not-understood = 답변으로 받아들이지 않았습니다. { $how }
chat-too-early = 질문을 읽기 전에 보낸 메시지이므로 답변으로 받아들이지 않았습니다. 답변이라면 다시 보내 주세요.
chat-typed-kept = 처리하지 못했습니다. 이유는 대화에 있습니다. 입력한 글은 그대로 남아 있습니다.

chat-reply-one = 이 스레드에 선택한 번호로 답해 주세요.
chat-reply-one-or-text = 이 스레드에 선택한 번호로 답하거나, 앱을 멘션하고 직접 답변을 써 주세요.
chat-reply-many = 이 스레드에 선택한 번호로 답해 주세요. 예: `1, 3`
chat-reply-rank = 이 스레드에 원하는 순서대로 번호를 써 주세요. 예: `3, 1, 2`
chat-reply-number = 이 스레드에 숫자로 답해 주세요.
chat-reply-text = 이 스레드에서 앱을 멘션하고 답변을 써 주세요.
chat-reply-lines = 이 스레드에 질문마다 한 줄씩 답해 주세요. 예: `1: 2`
chat-reply-elsewhere = 되돌릴 수 없는 일이므로 글로는 답할 수 없습니다. 버튼을 쓰거나 터미널에서 { $command }을(를) 실행하세요.
chat-noted = 기록했습니다. { $open ->
   *[other] 질문이 { $open }개 남았습니다.
}

# Talking to an agent.
chat-agent-works = ⚙️ 작업 중 …
chat-agent-more = … { $count }자가 더 있습니다. 에이전트가 끝나면 전체 글을 파일로 올립니다.
chat-agent-cut = 글이 여기서 잘렸습니다. 전체를 담은 파일이 거부되었습니다: { $why }
chat-agent-too-long = 에이전트가 한 차례에 16 MB가 넘는 글을 썼습니다. 나머지는 표시되지 않습니다.
chat-agent-stranger = 이 에이전트는 당신의 요청을 받지 않습니다. 에이전트를 실행하는 사람이 바꿀 수 있습니다(`{ $chat }.answerers`).
chat-agent-hello = 에이전트가 무엇을 할까요? 멘션한 메시지에 함께 적어 주세요.

# Slack에서만 쓰는 문구.

slack-asks = { $who }의 질문
slack-waiting = ⏳ 답변을 기다리는 중
slack-until = { $time }까지
slack-part = { $parts }개 중 { $part }번째
slack-progress = { $all }개 중 { $done }개 답변
slack-so-far = 현재: { $answer }
slack-left-open = 답하지 않음

slack-own = ✏️ 직접 입력
slack-read-all = 📖 전체 읽기
slack-change = 🔄 변경
slack-send = 🚀 답변 보내기
slack-submit = 🚀 모든 답변 보내기
slack-undo-place = ↩️ 마지막 순위 취소
slack-reset = 🗑️ 모두 초기화
slack-reset-words = 여기서 선택하고 입력한 내용이 모두 지워집니다.
slack-reset-yes = 모두 지우기
slack-recommended-all = ⭐ 나머지는 추천대로
slack-choose = 선택하세요…
slack-choose-range = { $from }~{ $to } 중에서 선택하세요…
slack-add-note = 메모 추가
slack-cancel = 취소
slack-reject = 거절
slack-cancel-by = 취소하려면 터미널에서 { $command }을(를) 실행하세요.
slack-reject-by = 거절하려면 터미널에서 { $command }을(를) 실행하세요.
slack-save = 저장
slack-back = 뒤로
slack-irreversible = 되돌릴 수 없습니다
slack-yes = 예, 진행합니다
slack-no = 아니요, 돌아갑니다

slack-working = 에이전트가 작업을 계속합니다
slack-stopped = 에이전트에게 중단을 알렸습니다
slack-nobody = 답변이 없었다고 에이전트에게 알렸습니다
slack-no-longer = 더 이상 답변이 필요하지 않습니다
slack-removed = 이 질문은 삭제되었습니다.
