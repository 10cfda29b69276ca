# sayso: the number of waiting questions before the prompt, and a key that answers the next one.
__sayso_waiting() {
    local status=$? number=0
    if [[ -n ${__sayso_stale-} ]]; then
        # The prompt above is the one from before the answer.
        printf '\e[1A\e[2K'
        __sayso_stale=
    fi
    { read -r number < @FILE@; } 2> /dev/null
    SAYSO_WAITING=${number:-0}
    PS1=${PS1#"$__sayso_shown"}
    __sayso_shown=
    if [[ $SAYSO_WAITING != 0 && -n ${SAYSO_PROMPT-on} ]]; then
        __sayso_shown=@SHOWN@
        __sayso_shown="${__sayso_shown/@/$SAYSO_WAITING} "
        PS1=$__sayso_shown$PS1
    fi
    return $status
}
__sayso_answer() {
    local modes
    modes=$(stty -g < /dev/tty)
    stty icanon echo isig icrnl < /dev/tty
    @NEXT@ < /dev/tty
    stty "$modes" < /dev/tty
    __sayso_waiting
    if ((BASH_VERSINFO[0] > 3)); then
        __sayso_stale=yes
    fi
}
case ${PROMPT_COMMAND[*]} in
    *__sayso_waiting*) ;;
    *) PROMPT_COMMAND="__sayso_waiting${PROMPT_COMMAND:+; $PROMPT_COMMAND}" ;;
esac
__sayso_keep() {
    __sayso_line=$READLINE_LINE __sayso_point=$READLINE_POINT
    READLINE_LINE= READLINE_POINT=0
}
__sayso_restore() {
    READLINE_LINE=$__sayso_line READLINE_POINT=$__sayso_point
}
if [[ $- == *i* && -n ${SAYSO_KEY=\\ea} ]]; then
    if ((BASH_VERSINFO[0] > 3)); then
        # Bash draws a new prompt only for a new line: the one that was begun is put aside meanwhile.
        bind -x '"\C-x\C-]k": __sayso_keep'
        bind -x '"\C-x\C-]a": __sayso_answer'
        bind -x '"\C-x\C-]r": __sayso_restore'
        bind "\"$SAYSO_KEY\": \"\C-x\C-]k\C-x\C-]a\C-m\C-x\C-]r\""
    else
        bind -x "\"$SAYSO_KEY\": __sayso_answer"
    fi
fi
