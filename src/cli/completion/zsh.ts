import type { CommandNode, CompletedOption } from './command-tree.ts'

/** A script for zsh, to be sourced or put into a folder of `fpath`. */
export function zshScript(nodes: readonly CommandNode[]): string {
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => quoted(`${path} ${name}`)),
  )
  return `#compdef disparo
# Completa os comandos do disparo no zsh.
_disparo() {
  local at='' word
  local -a commands options
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
    case "$at $word" in
      ${steps.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  local takesFile=
  case "$at" in
${nodes.map(wordsCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o 'opção' options
  elif (( $#commands )); then
    _describe 'comando' commands
  elif [[ -n $takesFile ]]; then
    _files
  fi
}
if [[ "\${funcstack[1]}" == _disparo ]]; then _disparo "$@"; else compdef _disparo disparo; fi
`
}

function valueCases({ path, options }: CommandNode): string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === null) return []
    const pattern = flags.map((flag) => quoted(`${path} ${flag}`)).join('|')
    return [`    ${pattern}) ${offerFor(value)}return ;;`]
  })
}

function offerFor(value: Exclude<CompletedOption['value'], null>): string {
  if (value === 'path') return '_files; '
  return value === 'other' ? '' : `compadd -- ${value.map(quoted).join(' ')}; `
}

function wordsCase({ path, commands, options, takesFile }: CommandNode): string {
  const names = commands.map(described)
  const flags = options.flatMap((option) =>
    option.flags.map((name) => described({ name, description: option.description })),
  )
  const lists = `commands=(${names.join(' ')}); options=(${flags.join(' ')})`
  return `    ${quoted(path)}) ${lists}; takesFile=${takesFile ? 1 : ''} ;;`
}

function described({ name, description }: { name: string; description: string }): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
