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
