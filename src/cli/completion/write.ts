import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../run.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { bashScript } from './bash.ts'
import { type CommandNode, commandTree } from './command-tree.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const scripts: ReadonlyMap<string, (nodes: readonly CommandNode[]) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
])

/** Writes the script by which a shell completes every command and option there is. */
export async function writeCompletion(
  { terminal, environment }: Context,
  program: Command,
  wanted: string | undefined,
): Promise<ExitCode> {
  const shell = wanted ?? basename(environment.SHELL ?? '')
  const write = scripts.get(shell)
  if (!write) {
    throw wrongUsage(
      wanted === undefined
        ? 'Não dá para saber qual é o seu shell. Diga qual: bash, zsh ou fish.'
        : `Não há como completar comandos em "${wanted}". Escolha bash, zsh ou fish.`,
    )
  }
  const script = write(commandTree(program))
  terminal.answer({ shell, script }, () => script.trimEnd())
  return ExitCode.done
}
