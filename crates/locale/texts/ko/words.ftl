# 모든 화면이 함께 쓰는 문구.

status-pending = 대기 중
status-submitted = 답변함
status-auto-submitted = 대신 답변됨
status-cancelled = 취소됨
status-rejected = 거절됨
status-timeout = 시간 초과
status-withdrawn = 철회됨
status-given = 답변을 보냈음, 아직 확인되지 않음

surface-desktop = 데스크톱
surface-web = 웹
surface-terminal = 터미널
surface-slack = Slack
surface-telegram = Telegram
surface-cli = 명령줄
surface-api = 프로그램
surface-auto = 어디서나
surface-any = 어디서나

recommended = 추천
irreversible = 되돌릴 수 없음
optional = 선택 사항
agent-not-listening = 에이전트가 기다리지 않음
agent-stopped = 에이전트가 기다리기를 그만둠
withdraw-these = 에이전트가 기다리기를 그만둔 질문입니다. 철회할까요?
nothing-stopped = 기다리기를 그만둔 에이전트가 없습니다.
together = 이 세션에서 대기 중: { $count }개 더
together-both = 둘 다 한 번 허용
together-all = 이 { $count }개를 한 번 허용
together-this = 이것과 다른 { $count }개를 한 번 허용
together-more = { $count }개 더
together-opened = 열어서 확인해야 함
allow-these = 이것들을 한 번 허용할까요?
nothing-to-allow = 이 세션에서 되돌릴 수 있는 권한 요청이 없습니다.
unknown-agent = 에이전트
no-terminal = 사람이 확인되지 않음
agent-terminal = 에이전트의 터미널에서
refused-past-limit = 에이전트는 { $time } 후에 기다리기를 멈춥니다. 그보다 길게 설정할 수 없습니다.
refused-agent-terminal = 이 질문은 사람만 승인할 수 있으며 이 터미널은 에이전트의 것입니다. 본인의 터미널, 웹 페이지, Slack 또는 Telegram에서 답하세요.
# Where an irreversible question can be answered, if not here.
answered-elsewhere = 이 질문은 { $places }에서만 답할 수 있습니다(설정 irreversible.surfaces). 여기서도 거절할 수는 있습니다.
answered-on-web = 다른 기기에서 페어링한 웹 페이지(sayso open --pair)
answered-on-terminal = 터미널
answered-on-slack = Slack
answered-on-chat = { $chat }
answered-on-either = { $one } 또는 { $other }

waiting-count = { $count }건 대기 중
nothing-waiting = 기다리는 질문이 없습니다.
asked-at = { $time }에 질문
time-left = { $time } 남음
age-now = 방금
age-minutes = { $count }분 전
age-hours = { $count }시간 전
age-days = { $count ->
   *[other] { $count }일 전
}

then-sent = 답하지 않으면: { $answer }
then-cancel = 답하지 않으면: 에이전트가 이 작업을 멈춥니다
then-dialog = 답하지 않으면: 에이전트의 대화 상자가 열려 있습니다
then-not-run = 답하지 않으면: 실행되지 않습니다
then-nobody = 답하지 않으면: 아무도 답하지 않았다고 에이전트에 전달됩니다
no-deadline = 답변할 때까지 기다립니다

choose-one = 하나를 선택하세요
choose-exactly = { $count }개를 선택하세요
choose-between = { $min }~{ $max }개를 선택하세요
choose-at-most = 최대 { $max }개까지 선택하세요
choose-at-least = { $min }개 이상 선택하세요
choose-any = 원하는 만큼 선택하세요
rank-all = 모든 선택지의 순위를 정하세요
rank-first = { $count ->
   *[other] 상위 { $count }개의 순위를 정하세요
}
number-between = { $min }에서 { $max }까지
number-from = { $min } 이상
number-up-to = { $max } 이하
number-steps = { $step } 단위
or-own-text = 또는 직접 답변을 쓰세요
own-answer = 직접 쓴 답변
own-answer-placeholder = 직접 답변을 쓰세요…
number-placeholder = 숫자를 입력하세요…
note-on-option = 이 선택지에 대한 메모
note-on-whole = 에이전트에게 남길 메모
not-answered = 답하지 않음
not-answered-yet = 아직 답하지 않음
skipped = 건너뜀
please-explain = 설명을 부탁함

nothing-chosen = 선택 없음
send-answer = 답변 보내기
cancel-with-note = 메모와 함께 취소
reject-with-reason = 이유와 함께 거절
ask-to-explain = 설명 요청
skip-question = 이 질문 건너뛰기
plus-five-minutes = +5분
next = 다음
back = 뒤로
review = 검토
undo = 실행 취소
settings = 설정

problem-choose-one = 하나를 선택하세요.
problem-choose-or-write = 선택지를 고르거나 답변을 쓰세요.
problem-write = 답변을 쓰세요.
problem-too-few = { $min ->
   *[other] { $min }개 이상 선택하세요.
}
problem-too-many = { $max ->
   *[other] 최대 { $max }개까지 선택할 수 있습니다.
}
problem-option-or-text = 선택지를 고르거나 답변을 쓰세요. 둘 다는 안 됩니다.
problem-no-own-text = 이 질문에는 글로 답할 수 없습니다. 선택지에서 고르세요.
problem-several-ways = 답하기, 건너뛰기, 설명 요청 중 하나만 할 수 있습니다.
problem-not-skippable = 이 질문은 건너뛸 수 없습니다. 답하거나 취소하세요.
problem-nothing-answered = 질문에 하나 이상 답하세요.
problem-too-long = { $excess }자 초과했습니다. 최대 { $max }자까지 쓸 수 있습니다.
problem-too-many-bytes = 너무 깁니다. 최대 { $max }바이트까지 쓸 수 있습니다.
problem-unknown = 질문이 바뀌었습니다. 다시 불러오세요.
problem-rank-more = { $left ->
   *[other] 선택지 { $left }개의 순위를 더 정하세요.
}
problem-ranked-twice = ‘{ $option }’의 순위가 두 번 정해졌습니다. 선택지마다 한 번만 정하세요.
problem-not-a-number = 숫자만 입력하세요. 소수점은 점으로 쓰고 구분 기호는 쓰지 않습니다: 1500 또는 0.5.
problem-too-many-digits = 15자리 이하의 숫자를 입력하세요.
problem-below-min = { $min } 이상의 숫자를 입력하세요.
problem-above-max = { $max } 이하의 숫자를 입력하세요.
problem-off-step = { $step } 단위의 숫자를 입력하세요. 가장 가까운 숫자는 { $nearest }입니다.
problem-out-of-range = { $min }에서 { $max } 사이의 숫자를 입력하세요.
problem-unanswered = { $count ->
   *[other] 아직 답하지 않은 질문이 { $count }개 있습니다.
}

setting-language = 언어
setting-interface = 질문을 표시할 곳
setting-timeout = 답변 시간
setting-timeout-action = 시간이 다 되면
setting-single-submit = 선택하면 바로 보내기
setting-annotations = 메모
setting-tab-order = Tab 키가 먼저 갈 곳
setting-terminal-bursts = 한꺼번에 들어온 키의 취급
setting-terminal-after-sending = 보낸 뒤에 보여 줄 것
setting-placeholder = 안내 문구 표시
setting-hints = 키 도움말 표시
setting-shortcuts = 단일 키 단축키
setting-recent = 목록에 표시할 종료된 질문 수
setting-notifications = 알림
setting-theme = 테마
setting-attention = 누구에게 언제 알릴지
setting-quiet-hours = 방해 금지 시간
setting-irreversible-surfaces = 되돌릴 수 없는 질문에 답할 곳
recent-0 = 표시 안 함
recent-5 = 5
recent-10 = 10
recent-20 = 20
recent-50 = 50
value-on = 켜짐
value-off = 꺼짐
value-auto = 자동
value-submit = 추천 답변 보내기
value-cancel = 취소
value-reinvoke = 에이전트에게 다시 질문하게 하기
value-option = 선택지 메모
value-global = 에이전트에게 남길 메모
bursts-text = 텍스트
bursts-keys = 키(음성 제어, 매크로)
after-sending-list = 목록
after-sending-next = 다음 질문
value-system = 시스템과 같게
value-light = 밝게
value-dark = 어둡게
value-contrast = 고대비
always = 항상
saved = 저장됨
# Typed to confirm an answer that cannot be undone.
confirm-word = 확인

# Who was notified of a question, on its card.
notified-at = { $who }: { $time }에 알림
notified-later = { $who }: 방해 금지 시간이 끝나면 알림
not-notified = { $who }: 알리지 않음 ({ $why })
skipped-seen = 자리에 있었음
skipped-shown = 화면에 표시되어 있었음
skipped-meant = 채팅으로 보내는 질문
skipped-switched-off = 알림이 꺼져 있음
skipped-absent = 연결되지 않음
skipped-crowded = 알림이 너무 많음
skipped-refused = 메시지를 거부함, sayso hub status 참조
skipped-unreachable = 연결할 수 없음, 계속 다시 시도함
