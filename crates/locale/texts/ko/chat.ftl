# Texts of every chat. To one person:
chat-late = 이 질문은 이미 종료되었습니다: { $how }. 바뀐 것은 없습니다.
chat-stranger = 이 질문에 답할 권한이 없습니다. 바뀐 것은 없습니다.
chat-gone = 이 질문은 더 이상 없습니다. 바뀐 것은 없습니다.
chat-other-hub = 이 질문은 다른 sayso 허브({ $hub })의 것입니다. { $name }에서 이 동작을 { $here }의 허브에 전달했습니다. 바뀐 것은 없습니다. 다시 시도해 주세요. 이를 막으려면 허브마다 별도의 { $name } 앱을 쓰세요(`sayso { $chat } setup`).
chat-other-hub-unknown = 알 수 없음
chat-shared-app = { $name }; 다른 허브가 같은 앱에 연결되어 있습니다. 허브마다 별도의 앱을 쓰세요(`sayso { $chat } setup`)
chat-again = { $name } 응답이 늦었습니다. 한 번 더 눌러 주세요.
chat-refused = 받아들여지지 않았습니다: { $why }
chat-stale = 이 버튼은 질문의 이전 상태에 속합니다. 지금 보이는 메시지를 사용하세요.
chat-changed = 확인하신 내용이 그사이 바뀌어 보내지 않았습니다. 다시 확인해 주세요.
chat-only-text = 여기서는 글만 읽습니다. 바뀐 것은 없습니다.
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

# What is drawn.

chat-asks = { $who }의 질문
chat-waiting = ⏳ 답변을 기다리는 중
chat-until = { $time }까지
chat-part = { $parts }개 중 { $part }번째
chat-progress = { $all }개 중 { $done }개 답변
chat-so-far = 현재: { $answer }
chat-left-open = 답하지 않음

chat-own = ✏️ 직접 입력
chat-read-all = 📖 전체 읽기
chat-change = 🔄 변경
chat-send = 🚀 답변 보내기
chat-submit = 🚀 모든 답변 보내기
chat-undo-place = ↩️ 마지막 순위 취소
chat-reset = 🗑️ 모두 초기화
chat-reset-words = 여기서 선택하고 입력한 내용이 모두 지워집니다.
chat-reset-yes = 모두 지우기
chat-recommended-all = ⭐ 나머지는 추천대로
chat-choose = 선택하세요…
chat-choose-range = { $from }~{ $to } 중에서 선택하세요…
chat-more-options = … { $count }개 더 있습니다. 터미널에서 { $command }을(를) 실행하면 볼 수 있습니다.
chat-add-note = 메모 추가
chat-cancel = 취소
chat-reject = 거절
chat-cancel-by = 취소하려면 터미널에서 { $command }을(를) 실행하세요.
chat-reject-by = 거절하려면 터미널에서 { $command }을(를) 실행하세요.
chat-save = 저장
chat-back = 뒤로
chat-irreversible = 되돌릴 수 없습니다
chat-yes = 예, 진행합니다
chat-no = 아니요, 돌아갑니다

chat-working = 에이전트가 작업을 계속합니다
chat-stopped = 에이전트에게 중단을 알렸습니다
chat-nobody = 답변이 없었다고 에이전트에게 알렸습니다
chat-no-longer = 더 이상 답변이 필요하지 않습니다
chat-removed = 이 질문은 삭제되었습니다.

# The same in a chat without threads.
chat-write-one = 선택한 번호를 보내 주세요.
chat-write-one-or-text = 선택한 번호나 직접 쓴 답변을 보내 주세요.
chat-write-many = 선택한 번호를 보내 주세요. 예: `1, 3`
chat-write-rank = 원하는 순서대로 번호를 보내 주세요. 예: `3, 1, 2`
chat-write-number = 숫자를 보내 주세요.
chat-write-text = 답변을 보내 주세요.
chat-write-lines = 질문마다 한 줄씩 보내 주세요. 예: `1: 2`
chat-which-question = 어느 질문에 대한 답인지 분명하지 않습니다. 답하려는 질문의 메시지에 답장해 주세요.
chat-not-waiting = 답장하신 메시지는 답변을 기다리고 있지 않습니다. 바뀐 것은 없습니다.
chat-edited = 이미 보낸 메시지를 고쳐도 여기에는 반영되지 않습니다. 새로 보내 주세요.
chat-missed = ⚠️ { $time }까지 sayso가 꺼져 있었습니다. 그 전에 버튼을 눌렀다면 다시 눌러 주세요.
chat-ask-own = ✏️ “{ $title }”에 대한 답변을 보내 주세요.
chat-ask-note = 📝 “{ $title }”에 대한 메모를 보내 주세요. 한 선택지에 대한 메모는 번호로 시작하세요. 예: `2: 테스트용으로만`
chat-ask-explain = 💬 “{ $title }”에서 무엇을 설명해야 하나요?
chat-ask-skip = “{ $title }”을(를) 건너뛰는 이유를 보내 주세요.
chat-ask-cancel = 메모와 함께 “{ $title }”을(를) 취소하려면 메모를 보내 주세요.
chat-ask-reject = 이유와 함께 “{ $title }”을(를) 거절하려면 이유를 보내 주세요.
chat-cancel-plainly = 메모 없이 취소
chat-reject-plainly = 이유 없이 거절
chat-skip-plainly = 이유 없이 건너뛰기
chat-confirm = ⚠️ 되돌릴 수 없습니다: { $what }
chat-confirm-yes = 예: { $what }
chat-confirm-too-long = ⚠️ 되돌릴 수 없는 내용인데, 너무 길어 여기에 다 표시할 수 없습니다. 보내려면 터미널에서 { $command } 명령을 실행하세요.
chat-read-rest = … 내용이 더 있습니다. 터미널에서 { $command } 명령을 실행하면 모두 볼 수 있습니다.
chat-paired = 이 채팅이 sayso에 연결되었습니다. 에이전트의 질문이 여기로 옵니다.
chat-not-paired = 이 봇은 다른 사람의 sayso에 속합니다. 본인의 것이라면 터미널에서 `sayso { $chat } pair`를 실행하세요.
