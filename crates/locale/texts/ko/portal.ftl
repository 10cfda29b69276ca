# 페이지만 쓰는 문구.

questions = 질문
filter-list = 목록에 표시할 질문
list-width = 목록 너비
chip-all = 전체
chip-waiting = 대기 중
chip-done = 종료
recent = 최근 종료
unread = 새 질문
several-questions = 질문 { $count }개: { $titles }
nothing-done = 아직 종료된 질문이 없습니다.
group-list = 대기 중인 질문을 묶는 방법
group-by-none = 시간순
group-by-project = 프로젝트별
group-by-agent = 에이전트별
no-group = 기타
days-hours = { $days }일 { $hours }시간

help = 단축키
close = 닫기
notify-me = 알림 받기
stays-open = 에이전트가 질문하면 바로 여기에 나타납니다.
connect-agent = 에이전트를 연결하세요. 예를 들어 Claude Code:
connect-others = 다른 에이전트의 명령은 "sayso mcp"입니다.
or-demo = 또는 예시 질문으로 시험해 보세요:
pick-one = 목록에서 질문을 고르세요.
gone = 이 질문은 존재하지 않습니다.
gone-why = 삭제되었거나 주소가 완전하지 않을 수 있습니다.
back-to-list = 모든 질문

door-title = 이 브라우저의 접근 허용
door-what = 이 페이지는 에이전트의 질문을 보여 주므로 본인에게만 열립니다.
door-link = sayso가 실행되는 컴퓨터에서 실행하고 표시되는 링크를 여세요:
door-why = 링크는 한 번만 쓸 수 있고, 이 브라우저는 30일 동안 들어올 수 있습니다.
door-pair = 휴대폰이나 다른 컴퓨터에서: sayso가 실행되는 곳에서 이 명령을 실행하고 표시되는 코드를 입력하세요:
door-code = 코드
door-pair-button = 이 브라우저 페어링
door-pair-refused = 코드가 틀렸거나, 이미 사용되었거나, 만료되었거나, 이 브라우저가 sayso와 같은 기기에 있습니다.
door-failed = 허브가 응답하지 않습니다. 다시 시도하세요.
door-refused = 이미 사용했거나 너무 오래된 링크입니다.
door-ended = 이 브라우저는 더 이상 들어올 수 없습니다. 권한이 취소되었거나, 30일 동안 쓰지 않았거나, 다른 주소에서 받은 것입니다.

lost = 연결이 끊어졌습니다. 계속 답하셔도 됩니다. 내용은 이 브라우저에 보관됩니다.
lost-kept = 연결이 끊어졌습니다. 답변은 이 브라우저에 보관됩니다.
lost-impostor = 이 주소에서 다른 프로그램이 응답하고 있습니다. 내 허브가 아닙니다. 아무것도 보내지 않았습니다. sayso open을 실행해 허브를 찾으세요.
outdated = sayso가 업데이트되었습니다. 새 버전을 사용하려면 이 페이지를 새로고침하세요. 입력한 내용은 보관됩니다.
reload = 새로고침
newer-title = 이 페이지가 오래되어 이 질문을 표시할 수 없습니다.
newer-why = 더 새로운 버전의 sayso에서 온 질문입니다. 페이지를 새로고침하세요. 그래도 안 되면 터미널에서 답하세요.
kept-for-later = 이 브라우저에 보관했으며, 허브가 받을 수 있게 되면 전송됩니다.
kept-to-send = 이 브라우저에 보관했으며, 다시 연결되면 직접 보냅니다.
held-answer = 아직 보내지 않음:
held-why = 답변할 당시 보내지 못했습니다. 지금도 맞는지 확인하세요.
send-now = 지금 보내기
discard = 버리기
kept-button = 보관됨
send-this = { $answer } 보내기
send-denial = 거부: { $answer }
send-answers = 답변 보내기
own-text-beside = 직접 쓴 말을 덧붙이거나 그것만 보낼 수 있습니다
sending = 보내는 중…
not-sent = 보내지 못했습니다. 다시 시도하세요.
time-not-changed = 시간을 바꾸지 못했습니다. 다시 시도하세요.
refused-needs-person = 이 질문은 사람만 승인할 수 있습니다. 터미널, 웹 페이지, Slack 또는 Telegram에서 직접 답해야 합니다.
refused-too-long = 글이 너무 깁니다. 줄여서 다시 보내세요.
refused-unfit = 질문에 맞지 않는 답변입니다. 고쳐서 다시 보내세요.
refused-disk-full = 디스크가 가득 차 저장할 수 없습니다. 공간을 비우고 다시 보내세요.
refused-files-lost = 허브의 데이터베이스가 삭제되어 저장하지 못했습니다. 허브는 구조된 사본으로 계속 동작합니다. 다시 보내세요.
refused-otherwise = 처리하지 못했습니다. 다시 시도하고, 계속되면 허브의 로그를 확인하세요.

filter-options = 선택지 필터
rank-up = 위로 이동: { $option }
rank-down = 아래로 이동: { $option }
rank-rest = 나머지는 이 순서대로
rank-as-listed = 이 순서대로 하기
rank-how = 또는 원하는 순서로 고르거나 끌어다 놓으세요
number-up = 늘리기
number-down = 줄이기
shown-of = { $all }개 중 { $shown }개
no-match = 맞는 선택지가 없습니다.
add-whole-note = 메모 추가
skip = 건너뛰기
explain-what = 무엇이 불분명한가요? (선택 사항)
will-explain = 에이전트에게 이 질문의 설명을 요청합니다.
skip-why = 이유가 있나요? (선택 사항)
will-skip = 이 질문은 건너뜁니다.
progress = 진행 상황
answered-mark = 답변함
step-of = { $all }개 중 { $step }번째
change = 변경
answered-of = { $all }개 중 { $answered }개 답변함
and-more = 그 외 { $count }개
with-notes = 메모 { $count }개 포함

unit-s = 초
unit-min = 분
unit-h = 시간
unit-d = 일
set-time = 시간 설정
set-time-label = 새 시간. 예: 90초, 10분, 2시간
time-for-this = 지금부터 남은 시간
time-not-understood = 5초에서 7일 사이의 시간을 쓰세요. 예: 90초, 10분.
about-to-send = 보내는 중: { $answer }
seconds = { $count }초

cancel = 취소
cancel-means = 에이전트에게 작업을 멈추고 스스로 고르지 말라고 알립니다.
cancel-why = 에이전트에게 남길 메모 (선택 사항)
cancel-now = 이 질문 취소
reject = 거절
reject-means = 이 질문들에 답하고 싶지 않다고 에이전트에게 알립니다.
reject-why = 이유 (선택 사항)
reject-now = 모두 거절
keep-question = 그대로 두기

send-with-gaps = 질문 { $all }개 중 { $open }개에 답하지 않았습니다. 그래도 보낼까요?
send-anyway = 그래도 보내기
answer-them = 답하기
undone-title = 되돌릴 수 없습니다.
undone-how = 답하려면 한 번 더 확인해야 합니다.
confirm-send = 되돌릴 수 없습니다. 보낼 답변:
confirm-type = { $word }을(를) 입력하거나 버튼을 누르고 계세요
confirm-hint = { $word }을(를) 입력하거나 버튼을 1초 동안 누르세요.
hold-to-send = 눌러서 보내기
go-back = 돌아가기

sentence-chose = { $who ->
    [you] 선택함: { $answer }
   *[other] { $who } 님의 선택: { $answer }
}
sentence-denied = { $who ->
    [you] 거부했습니다: { $answer }
   *[other] { $who } 님이 거부했습니다: { $answer }
}
sentence-none = { $who ->
    [you] 아무것도 선택하지 않았습니다
   *[other] { $who } 님이 아무것도 선택하지 않았습니다
}
sentence-cancelled = { $who ->
    [you] 이 질문을 취소했습니다
   *[other] { $who } 님이 이 질문을 취소했습니다
}
sentence-rejected = { $who ->
    [you] 이 질문들을 거절했습니다
   *[other] { $who } 님이 이 질문들을 거절했습니다
}
sentence-explain = { $who ->
    [you] 설명을 요청했습니다
   *[other] { $who } 님이 설명을 요청했습니다
}
sentence-skipped = { $who ->
    [you] 이 질문을 건너뛰었습니다
   *[other] { $who } 님이 이 질문을 건너뛰었습니다
}
sentence-several = { $who ->
    [you] 질문 { $all }개 중 { $answered }개에 답했습니다
   *[other] { $who } 님이 질문 { $all }개 중 { $answered }개에 답했습니다
}
sentence-default = 대신 답함: { $answer }
sentence-defaults = 기본값으로 대신 답했습니다
sentence-late = 제때 답한 사람이 없습니다
sentence-withdrawn = 이 질문은 철회되었습니다
somebody-first = 누군가
ended-by = { $status } · { $who } · { $where } · { $time }
somebody = 누군가
overtaken = 다른 사람이 먼저 처리했습니다:
yours-not-sent = 사용되지 않음:
copy = 복사
copied = 복사됨
timed-out-cancel = 에이전트에게 작업 중단을 알립니다.
timed-out-reinvoke = 답변이 없었다고 에이전트에게 알립니다.
left-open = 답하지 않음
none-chosen = 선택하지 않음
what-agent-gets = 에이전트가 받는 내용
agent-has-it = 에이전트가 받았습니다.
agent-gets-it = 에이전트에게 전달하는 중입니다.
answer-is-kept = 답은 보관됩니다
agent-gets-it-later = 저장했습니다. 에이전트가 기다리고 있지 않으며, 다시 물을 때 전달됩니다.
agent-asks-there-too = 답변을 보냈지만 아직 확인되지 않았습니다. 에이전트가 자체 대화 상자에서도 묻고 있으며, 먼저 온 답변이 적용됩니다.
next-question = 다음: { $title }
ended-while-typing = 이 질문은 종료되었습니다. 입력하는 내용은 전송되지 않습니다.
go-on = 결과 보기
nothing-else = 더 기다리는 질문이 없습니다.

history = 기록
history-since = { $date }부터 질문 { $count }개
history-median = 답변까지 걸린 시간(중앙값) { $time }
history-search = 기록 검색
history-project = 프로젝트
history-agent = 에이전트
history-status = 결과
history-time = 시간
history-any-project = 모든 프로젝트
history-any-agent = 모든 에이전트
history-any-status = 모든 결과
history-any-time = 전체 기간
history-days = { $count ->
    [1] 최근 24시간
   *[other] 최근 { $count }일
}
history-loading = 불러오는 중…
history-failed = 기록을 불러오지 못했습니다. 다시 시도하세요.
history-none = 일치하는 항목이 없습니다.
history-all = 보관된 내용은 여기까지입니다.
history-all-found = 더 일치하는 항목이 없습니다.
history-looked-through = 이렇게 짧은 단어는 최근 { $count }개에서만 찾습니다.
figures = 통계
figures-asked = 질문
figures-median = 답변까지 걸린 시간(중앙값)
figures-middle = 중앙값
figures-late = 시간 초과
figures-again = 다시 물음
figures-most = 가장 많이 물은 질문
figures-times = { $count }번
figures-line = 이 기간의 질문, { $count }구간 중 한 구간에 최대 { $most }개
figures-none = 이 기간에는 질문이 없었습니다.
figures-failed = 통계를 불러오지 못했습니다.
story = 질문 전체
took = { $time } 걸림
chosen = 선택됨
not-chosen = 선택되지 않음

palette = 검색 또는 명령 실행
palette-actions = 동작
palette-next = 다음 질문
withdraw-stopped = 에이전트가 기다리기를 그만둔 질문 철회
withdraw-all = 모두 철회
palette-search = 기록에서 “{ $words }” 검색
palette-none = 일치하는 항목이 없습니다.

group-this = 이 질문
group-defaults = 기본값
group-notifications = 알림
group-look = 모양
always-means = 에이전트가 다른 값을 원해도
browser-asks = 브라우저가 한 번 묻습니다.
browser-refuses = 이 브라우저는 여기서 보내는 알림을 표시하지 않습니다.
allow = 허용
warn-before = 남은 시간이 몇 초일 때 알릴까요
sound = 소리

notice-new = { $who }의 질문
notice-soon = { $who }: 시간이 얼마 남지 않았습니다
notice-late = { $who }: 시간이 다 되었습니다

key-move = 이동
key-choose = 선택
key-digit = 번호로 선택
key-carry = 순위에서 선택지를 아래나 위로 옮기기
key-enter = 선택한 뒤 계속
key-send = 보내기
key-steps = 양식에서 앞뒤로
key-next = 다음, 이전 질문
key-note = 메모
key-own = 직접 답변
key-filter = 필터
key-extend = 5분 연장
key-undo = 실행 취소
key-explain = 설명 요청
key-skip = 이 질문 건너뛰기
key-cancel = 취소 또는 거절
key-history = 기록
key-palette = 검색 또는 명령 실행
key-settings = 설정
key-help = 단축키 보기
key-close = 닫기, 입력란 나가기
help-armed = 입력하는 동안 질문이 종료되면 잠시 멈출 때까지 키가 작동하지 않습니다. 다음 질문은 Enter 키나 클릭으로 엽니다.
