# sayso: the number of waiting questions before the prompt, and a key that answers the next one.
__sayso_waiting() {
    local status=$? number=0
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
}
case ${PROMPT_COMMAND[*]} in
    *__sayso_waiting*) ;;
    *) PROMPT_COMMAND="__sayso_waiting${PROMPT_COMMAND:+; $PROMPT_COMMAND}" ;;
esac
if [[ $- == *i* && -n ${SAYSO_KEY=\\ea} ]]; then
    bind -x "\"$SAYSO_KEY\": __sayso_answer"
fi
