# 터미널에서만 쓰는 문구.

# 키 뒤의 짧은 설명.
hint-move = 이동
hint-send = 보내기
hint-next = 다음
hint-choose = 선택
hint-note = 메모
hint-cancel = 취소
hint-reject = 거절
hint-web = 웹
hint-more = 더 보기
hint-back = 뒤로
hint-done = 완료
hint-on = 계속
hint-undo = 되돌리기
hint-all = 모두 보기
hint-write = 쓰기
hint-newline = 줄바꿈
hint-editor = 편집기
hint-filter = 거르기
hint-questions = 질문 이동
hint-explain = 설명 요청
hint-change = 바꾸기
hint-always = 항상
hint-scroll = 스크롤
hint-answer = 답하기
hint-open = 열기
hint-search = 검색
hint-history = 기록
hint-settings = 설정
hint-quit = 종료

something-else = 다른 답…
note = 메모
notes = { $count ->
   *[other] 메모 { $count }개
}
not-answered = 답하지 않음
nothing-chosen = 선택 없음
chosen-count = { $count }개 선택됨
found-of = { $found } / { $all }
more-rows = { $count }개 더
read-the-rest = v 키로 나머지 읽기
skip-placeholder = 이유(선택)
explain-placeholder = 무엇이 불분명한지(선택)
agent-is-told-cancelled = 에이전트에게 이 작업을 멈추고 스스로 고르지 말라고 알립니다.
agent-is-told-rejected = 에이전트에게 이 질문들을 거절했다고 알립니다.
cannot-be-undone = 되돌릴 수 없습니다.
confirm-or-back = enter로 보내기 · 다른 키는 뒤로
now-sending = 보내는 중…
reconnecting = 다시 연결하는 중…
connecting = 연결하는 중…
forgotten = 이 질문은 삭제되었습니다.
handed-to-web = 브라우저에서 계속: { $url }
still-waiting = 아직 대기 중: sayso answer { $id }
has-it = 에이전트가 받았습니다
gets-it-later = 저장됨; 에이전트가 듣고 있지 않아 다시 물을 때 전달됩니다
editor-failed = 편집기를 쓸 수 없습니다. EDITOR를 쓸 수 있는 것으로 지정하세요.
mouse-on = 마우스 켬: 한 번 클릭은 이동, 다시 클릭하면 선택
mouse-off = 마우스 끔

short-now = 지금
short-seconds = { $count }초
short-minutes = { $count }분
short-hours = { $count }시간
short-days = { $count }일

inbox-title = sayso 받은 질문
history-title = sayso 기록
answered-today = 오늘 { $count }개 답함
nothing-answered = 아직 답한 질문이 없습니다.
nothing-found = 맞는 질문이 없습니다.
connect-or-ask = `sayso mcp` 명령으로 에이전트를 연결하거나 직접 물어보세요: sayso ask '배포할까요?' -o 예 -o 아니요

settings-saved-at-once = 바꾸면 바로 저장됩니다
setting-time-left = 이 질문의 남은 시간
setting-switch-to-web = 이 질문을 웹으로 넘기기
setting-switch-to-web-value = enter
duration-hint = 90s, 10m, 2h 또는 1d
no-duration = 5초~7일: 90s, 10m, 2h

# 도움말.
help-question = 질문에서
help-move = 이동
help-digits = 번호로 선택
help-space = 선택, 또는 체크와 해제
help-enter = 커서의 항목을 골라 보내거나 다음 질문으로
help-filter = 입력한 글자가 든 선택지만 보기
help-tab = 선택지 메모, 그다음 전체 메모
help-own-text = 직접 답 쓰기
help-recommended = 추천 항목 고르기
help-recommended-all = 답하지 않은 모든 질문에 추천을 고르고 검토로
help-pages = 이전 또는 다음 질문
help-explain = 에이전트에게 설명 요청
help-skip = 질문 건너뛰기
help-extend = 5분 더
help-web = 브라우저로 넘기기; 입력한 내용도 함께
help-read = 전체 글 읽기
help-cancel = 메모와 함께 취소 또는 거절
help-settings = 설정
help-mouse = 마우스 켜기 또는 끄기
help-field = 글 입력 중
help-field-enter = 완료; 글만 필요한 질문이면 보내기
help-field-newline = 줄바꿈(ctrl+j도 가능)
help-field-editor = 편집기에서 쓰기
help-field-esc = 질문으로 돌아가기
help-inbox = 받은 질문에서
help-inbox-enter = 질문을 열어 답하기
help-inbox-along = 질문이 열려 있을 때 이전 또는 다음
help-inbox-search = 검색
help-inbox-history = 기록
help-inbox-quit = 종료
help-anywhere = 어디서나
help-leave = 나가기; 열린 질문은 계속 기다립니다
help-suspend = 일시 중단; `fg`로 복귀
help-redraw = 다시 그리기
