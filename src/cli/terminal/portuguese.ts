import type { Command, CommanderError, Option } from 'commander'

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Global Options:': 'Opções gerais:',
  'Commands:': 'Comandos:',
}

/** Commander builds its help in English; these are the places where words come from. */
export function speakPortuguese(program: Command): Command {
  return program
    .configureHelp({
      styleTitle: (title) => titles[title] ?? title,
      commandUsage,
      subcommandTerm,
      optionDescription,
      showGlobalOptions: true,
      visibleGlobalOptions,
    })
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
}

function commandUsage(this: void, command: Command): string {
  const usage = command.usage().replace('[options]', '[opções]').replace('[command]', '[comando]')
  const names: string[] = []
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name())
  return `${names.join(' ')} ${usage}`
}

function subcommandTerm(this: void, command: Command): string {
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [command.name(), ...args].join(' ')
}

/** Describes an option, with its choices and its default where that is a text. */
function optionDescription(this: void, { description, argChoices, defaultValue }: Option): string {
  const said = argChoices ? `${description}: ${argChoices.join(', ')}` : description
  return typeof defaultValue === 'string' ? `${said} (padrão: ${defaultValue})` : said
}

/** The options that a command takes from those above it. */
function visibleGlobalOptions(this: void, command: Command): Option[] {
  const above: Option[] = []
  for (let at = command.parent; at; at = at.parent) {
    above.push(...at.options.filter(({ long }) => long !== '--version'))
  }
  return above
}

type Translate = (quoted: readonly string[], message: string) => string

const sentences: Readonly<Record<string, Translate>> = {
  'commander.unknownOption': ([flag]) => `Opção desconhecida: ${flag}.`,
  'commander.unknownCommand': ([name]) => `Comando desconhecido: ${name}.`,
  'commander.missingArgument': ([name]) => `Falta o argumento <${name}>.`,
  'commander.optionMissingArgument': ([flags]) => `A opção ${flags} precisa de um valor.`,
  'commander.missingMandatoryOptionValue': ([flags]) => `Falta a opção ${flags}.`,
  'commander.conflictingOption': ([one, other]) =>
    `A opção ${one} não pode ser usada junto com ${other}.`,
  'commander.excessArguments': ([command]) =>
    command ? `Argumentos demais para "${command}".` : 'Argumentos demais.',
  'commander.invalidArgument': ([option, value], message) =>
    `Valor inválido em ${option}: "${value}". ${hint(message)}`.trim(),
}

/** Translates Commander's hint on choices, which is English; all other hints are ours. */
function hint(message: string): string {
  const said = message.split('is invalid. ')[1] ?? ''
  return said.replace(/^Allowed choices are /, 'Use uma destas palavras: ')
}

/** The sentence for a refusal of the command line itself, or `undefined` when it is none. */
export function usageSentence(error: CommanderError): string | undefined {
  const translate = sentences[error.code]
  if (!translate) return undefined
  const quoted = [...error.message.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? '')
  return [translate(quoted, error.message), suggestion(error.message)].filter(Boolean).join(' ')
}

function suggestion(message: string): string {
  const meant = /\(Did you mean (?:one of )?(.+?)\?\)/.exec(message)?.[1]
  return meant ? `Você quis dizer ${meant.split(', ').join(' ou ')}?` : ''
}

/** The flag that every command takes. */
export const jsonOption = ['--json', 'responde com um único valor JSON'] as const

/** The option of commands that create something. */
export const keyOption = [
  '--idempotency-key <chave>',
  'repetido com a mesma chave em 24 horas, o comando não cria em dobro',
] as const

/** The option of commands that read a spreadsheet. */
export const sheetOption = [
  '--sheet <aba>',
  'aba do .xlsx, por nome ou número (padrão: a primeira)',
] as const

const examplesByCommand = new WeakMap<Command, readonly string[]>()

export function examplesOf(command: Command): readonly string[] {
  return examplesByCommand.get(command) ?? []
}

/** Lines after a command's help: how it is used in practice. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  examplesByCommand.set(command, examples)
  const lines = examples.map((example) => `  ${example}`).join('\n')
  return command.addHelpText('after', `\nExemplos:\n${lines}`)
}
