# sayso: the number of waiting questions before the prompt, and a key that answers the next one.
function __sayso_waiting
    set -g SAYSO_WAITING 0
    test -r @FILE@; and read -g SAYSO_WAITING < @FILE@
    test "$SAYSO_WAITING" -gt 0 2> /dev/null; or set -g SAYSO_WAITING 0
end
function __sayso_answer
    set -l modes (stty -g < /dev/tty)
    stty icanon echo isig icrnl < /dev/tty
    echo
    @NEXT@ < /dev/tty
    stty $modes < /dev/tty
    commandline -f repaint
end
function __sayso_status
    return $argv[1]
end
if not functions -q __sayso_prompt
    functions -c fish_prompt __sayso_prompt
    function fish_prompt
        set -l before $status
        __sayso_waiting
        if test $SAYSO_WAITING != 0
            if not set -q SAYSO_PROMPT; or test -n "$SAYSO_PROMPT"
                printf '%s ' (string replace -- @ $SAYSO_WAITING @SHOWN@)
            end
        end
        __sayso_status $before
        __sayso_prompt
    end
end
set -q SAYSO_KEY; or set -g SAYSO_KEY \ea
if status is-interactive; and test -n "$SAYSO_KEY"
    bind $SAYSO_KEY __sayso_answer
end
