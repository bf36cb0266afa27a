import type { Command, Option } from 'commander'

/** A command, or a group of them, as a shell completes it. */
export type CommandNode = {
  /** The words that lead to it, without the program's own name; empty: the program. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly CompletedOption[]
  /** Whether its own arguments are files. */
  readonly takesFile: boolean
}

export type CompletedOption = {
  /** Such as `--name` and `-n`. */
  readonly flags: readonly string[]
  readonly description: string
  /** What follows it: one of a few words, a file or folder, something else, or nothing. */
  readonly value: readonly string[] | 'path' | 'other' | null
}

/** How arguments and values are named that are paths. */
const PATH_NAMES = /[<[](arquivo|pasta)/

/** Every visible command below `program`, each group before what is in it. */
export function commandTree(program: Command, path = ''): CommandNode[] {
  const help = program.createHelp()
  const below = help.visibleCommands(program)
  const node = {
    path,
    commands: below.map((command) => ({
      name: command.name(),
      description: command.description(),
    })),
    options: [...help.visibleOptions(program), ...help.visibleGlobalOptions(program)].map(
      readOption,
    ),
    takesFile: program.registeredArguments.some((one) => PATH_NAMES.test(`<${one.name()}>`)),
  }
  const isHelp = (command: Command) => command.name() === 'help'
  return [
    node,
    ...below
      .filter((command) => !isHelp(command))
      .flatMap((command) => commandTree(command, `${path} ${command.name()}`.trim())),
  ]
}

function readOption({ long, short, description, ...option }: Option): CompletedOption {
  return {
    flags: [long, short].filter((flag) => flag !== undefined),
    description,
    value: readValue(option),
  }
}

function readValue({
  argChoices,
  required,
  optional,
  flags,
}: Pick<Option, 'argChoices' | 'required' | 'optional' | 'flags'>): CompletedOption['value'] {
  if (argChoices) return argChoices
  if (!required && !optional) return null
  return PATH_NAMES.test(flags) ? 'path' : 'other'
}
