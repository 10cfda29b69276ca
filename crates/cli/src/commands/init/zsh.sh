# sayso: the number of waiting questions before the prompt, and a key that answers the next one.
__sayso_waiting() {
    local number=0
    { read -r number < @FILE@ } 2> /dev/null
    SAYSO_WAITING=${number:-0}
    PROMPT=${PROMPT#"${__sayso_shown-}"}
    __sayso_shown=
    if [[ $SAYSO_WAITING != 0 && -n ${SAYSO_PROMPT-on} ]]; then
        __sayso_shown=@SHOWN@
        __sayso_shown="${__sayso_shown/@/$SAYSO_WAITING} "
        PROMPT=$__sayso_shown$PROMPT
    fi
}
__sayso_answer() {
    zle -I
    @NEXT@ < /dev/tty
    __sayso_waiting
}
autoload -Uz add-zsh-hook
add-zsh-hook precmd __sayso_waiting
if [[ -o interactive && -n ${SAYSO_KEY=\\ea} ]]; then
    zle -N __sayso_answer
    bindkey "$SAYSO_KEY" __sayso_answer
fi
