import type { CommandNode } from './command-tree.ts'

/** A script for bash 3.2 and later. */
export function bashScript(nodes: readonly CommandNode[]): string {
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => `"${path} ${name}"`),
  )
  return `# Completa os comandos do disparo no bash.
_disparo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local at="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${steps.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $previous" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${nodes.map(wordsCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _disparo disparo
`
}

/** A path is completed by the shell itself where nothing else is offered. */
function valueCases({ path, options }: CommandNode): string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === null) return []
    const pattern = flags.map((flag) => `"${path} ${flag}"`).join('|')
    if (value === 'path') return [`    ${pattern}) return ;;`]
    if (value === 'other') return [`    ${pattern}) compopt +o default 2>/dev/null; return ;;`]
    const choices = `COMPREPLY=($(compgen -W "${value.join(' ')}" -- "$current"))`
    return [`    ${pattern}) ${choices}; return ;;`]
  })
}

function wordsCase({ path, commands, options, takesFile }: CommandNode): string {
  const names = commands.map(({ name }) => name).join(' ')
  const flags = options.flatMap((option) => option.flags).join(' ')
  const noFiles = takesFile ? '' : ' compopt +o default 2>/dev/null;'
  const offer = `[[ $current == -* ]] && words="${flags}" || words="${names}"`
  return `    "${path}")${noFiles} ${offer} ;;`
}
