# 에이전트와의 대화에서 에이전트 프로세스에 관한 안내.

relay-hello = { $agent }와(과) 대화 중입니다. 한 줄을 입력하세요. Ctrl-D로 끝냅니다.
relay-restarted = 에이전트 프로세스가 종료되어 다시 실행했습니다. 이전 대화를 기억합니다.
relay-begun-anew = 에이전트 프로세스가 종료되어 새로 시작했습니다. 이전 대화는 기억하지 못합니다.
relay-not-started = 에이전트를 시작할 수 없습니다: { $why }. `{ $command }` 명령을 실행할 수 있는지 확인한 뒤 다시 메시지를 보내 주세요.
relay-failed = 에이전트가 실패했습니다: { $why }. 다시 메시지를 보내면 이어집니다.
relay-permission = 에이전트가 허락을 구합니다.
