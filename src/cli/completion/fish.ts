import type { CommandNode } from './command-tree.ts'

/** A script for fish 3 and later. */
export function fishScript(nodes: readonly CommandNode[]): string {
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => quoted(`${path} ${name}`)),
  )
  return `# Completa os comandos do disparo no fish.
function __disparo_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${steps.join(' ')}
                set at (string trim -- "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end
complete -c disparo -f
${nodes.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, options, takesFile }: CommandNode): string[] {
  const start = `complete -c disparo -n ${quoted(`__disparo_at ${quoted(path)}`)}`
  const offered = commands.map(
    ({ name, description }) => `${start} -a ${quoted(name)} -d ${quoted(description)}`,
  )
  const flags = options.map(({ flags, description, value }) =>
    [start, ...flags.map(spelled), valueFlags(value), `-d ${quoted(description)}`]
      .filter(Boolean)
      .join(' '),
  )
  return [...offered, ...flags, ...(takesFile ? [`${start} -F`] : [])]
}

function spelled(flag: string): string {
  return flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`
}

function valueFlags(value: CommandNode['options'][number]['value']): string {
  if (value === null) return ''
  if (value === 'path') return '-r -F'
  return value === 'other' ? '-x' : `-x -a ${quoted(value.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
