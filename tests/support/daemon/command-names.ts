import type { Command } from 'commander'

/** The names of all commands but `help`, which is text alone. */
export function leaves(command: Command): string[] {
  const working = command.commands.filter((one) => one.name() !== 'help')
  return working.flatMap((one) =>
    one.commands.length === 0 ? one.name() : leaves(one).map((name) => `${one.name()} ${name}`),
  )
}
