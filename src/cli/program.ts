import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { packagePath } from '../package-root.ts'
import { declareAccount } from './account/account.ts'
import { declareApi } from './api/api.ts'
import { declareAssistants } from './bots/assistants.ts'
import { declareChatbots } from './bots/chatbots.ts'
import { declareCampaigns } from './campaigns/campaigns.ts'
import { declareCluster } from './cluster/cluster.ts'
import { declareCompletion } from './completion/completion.ts'
import { declareContacts } from './contacts/contacts.ts'
import { declareDevices } from './devices/devices.ts'
import { declareFolder } from './folder/folder.ts'
import { declareHelp } from './help/help.ts'
import { declareOptOuts } from './optouts/optouts.ts'
import { writeFailure } from './run.ts'
import { declareServer } from './server/server.ts'
import { declareService } from './server/service.ts'
import { declareStatus } from './status/status-command.ts'
import { declareTemplates } from './templates/templates.ts'
import { CommandError, ExitCode } from './terminal/outcome.ts'
import { speakPortuguese, usageSentence, withExamples } from './terminal/portuguese.ts'
import { createTerminal, endWhenOutputFails } from './terminal/terminal.ts'
import { declareWebhooks } from './webhooks/webhooks.ts'

/** Reads the command line and runs what it asks for; ends the process with the exit code. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  endWhenOutputFails()
  try {
    await createProgram().parseAsync([...argv])
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = refuse(error, argv)
  }
}

/** Every command with its options, none of them run yet. */
export function createProgram(): Command {
  const program: Command = speakPortuguese(new Command('disparo'))
    .description('Campanhas de WhatsApp no seu próprio servidor.')
    .version(packageVersion(), '-V, --version', 'mostra a versão')
    .option('--profile <nome>', 'usa a sessão guardada com este nome (veja: disparo profiles)')
    .option(
      '--fields <campos>',
      'responde em JSON só com estes campos, como id,user.email',
      (text) =>
        text
          .split(',')
          .map((field) => field.trim())
          .filter(Boolean),
    )
    .hook('preAction', (_, command) => handDown(program, command))
    .exitOverride()
    // Commander's English sentences are translated where they are caught.
    .configureOutput({ outputError: () => undefined })
  withExamples(program, [
    'disparo demo                                  uma campanha completa, sem celular',
    'disparo serve                                 inicia o servidor',
    'disparo signup                                cria a sua conta',
    'disparo devices connect 5561999990000         conecta um WhatsApp pelo QR',
    'disparo contacts import clientes.csv          importa uma lista',
    'disparo campaigns create --watch              cria e acompanha uma campanha',
  ])
  declareServer(program)
  declareAccount(program)
  declareContacts(program)
  declareCampaigns(program)
  declareTemplates(program)
  declareOptOuts(program)
  declareWebhooks(program)
  declareChatbots(program)
  declareAssistants(program)
  declareDevices(program)
  declareFolder(program)
  declareCluster(program)
  declareService(program)
  declareApi(program)
  declareCompletion(program)
  declareStatus(program)
  declareHelp(program)
  return program
}

/** Gives a command the options that stand above all of them. */
function handDown(program: Command, command: Command): void {
  const { profile, fields } = program.opts()
  if (profile !== undefined) command.setOptionValue('profile', profile)
  if (fields === undefined) return
  command.setOptionValue('fields', fields)
  command.setOptionValue('json', true)
}

function refuse(error: CommanderError, argv: readonly string[]): ExitCode {
  if (error.exitCode === 0) return ExitCode.done
  // A group without its command: its help has been written to stderr.
  if (error.code === 'commander.help') return ExitCode.usage
  const sentence = usageSentence(error) ?? error.message
  const terminal = createTerminal({ isJson: argv.some(asksForJson), environment: process.env })
  writeFailure(terminal, new CommandError(sentence, { exitCode: ExitCode.usage, code: 'usage' }))
  terminal.note('Acrescente --help ao comando para ver como usá-lo.')
  return ExitCode.usage
}

function asksForJson(word: string): boolean {
  return word === '--json' || word === '--fields' || word.startsWith('--fields=')
}

function packageVersion(): string {
  const text = readFileSync(packagePath('package.json'), 'utf8')
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? ''
}
