import type { Command } from 'commander'
import { examplesOf } from '../terminal/portuguese.ts'
import { exitCodes } from './exit-codes.ts'
import { commandVariables, serverVariables, type Variable } from './variables.ts'

/** The manual page, in the language of `man`, of the commands as they are declared. */
export function manPage(program: Command): string {
  const lines = [
    '.\\" -*- mode: nroff; coding: utf-8 -*-',
    `.TH DISPARO 1 "" "disparo ${escaped(program.version() ?? '')}" "Disparo"`,
    '.SH NOME',
    `disparo \\- ${escaped(program.description())}`,
    '.SH SINOPSE',
    '.B disparo',
    '.I comando',
    '[\\fIargumentos\\fR] [\\fIopções\\fR]',
    '.SH OPÇÕES GERAIS',
    ...optionsOf(program).flatMap(optionLines),
    '.SH COMANDOS',
    ...leavesOf(program).flatMap(commandLines),
    '.SH AMBIENTE',
    ...[...commandVariables, ...serverVariables].flatMap(variableLines),
    '.SH CÓDIGO DE SAÍDA',
    ...exitCodes.flatMap(({ code, meaning }) => ['.TP', `.B ${code}`, escaped(meaning)]),
    '.SH ARQUIVOS',
    '.TP',
    '.I ~/.config/disparo/session.json',
    'A sessão guardada; as dos perfis ficam em \\fIprofiles/\\fR. Só o dono lê.',
    '.TP',
    '.I ~/.local/share/disparo',
    'Os dados do servidor, sem \\fBDISPARO_DATA_DIR\\fR.',
    '.SH EXEMPLOS',
    ...exampleLines(program),
  ]
  return `${lines.join('\n')}\n`
}

/** Every visible command that does something, in the order of the help. */
function leavesOf(command: Command): Command[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
  return below.flatMap((one) => (one.commands.length === 0 ? [one] : leavesOf(one)))
}

function commandLines(command: Command): string[] {
  const help = command.createHelp()
  return [
    `.SS ${escaped(help.commandUsage(command))}`,
    escaped(command.description()),
    ...help
      .visibleArguments(command)
      .filter(({ description }) => description !== '')
      .flatMap((argument) => [
        '.TP',
        `.I ${escaped(argument.name())}`,
        escaped(argument.description),
      ]),
    ...optionsOf(command).flatMap(optionLines),
    ...exampleLines(command),
  ]
}

/** The options as the help shows them: with their choices and default values. */
function optionsOf(command: Command) {
  const help = command.createHelp()
  return help
    .visibleOptions(command)
    .map((option) => ({ flags: option.flags, description: help.optionDescription(option) }))
}

function optionLines({
  flags,
  description,
}: {
  readonly flags: string
  readonly description: string
}): string[] {
  return ['.TP', `.B ${escaped(flags)}`, escaped(description)]
}

function exampleLines(command: Command): string[] {
  const examples = examplesOf(command)
  if (examples.length === 0) return []
  return ['.PP', '.RS 4', '.nf', ...examples.map(escaped), '.fi', '.RE']
}

function variableLines({ name, use, normal }: Variable): string[] {
  const otherwise = normal === null ? '' : ` (padrão: ${normal})`
  return ['.TP', `.B ${name}`, escaped(`${use}${otherwise}`)]
}

/** Signs that `man` would take for its own. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replace(/^\./, '\\&.')
}
