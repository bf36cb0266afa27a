import { campaignValue } from '../campaigns/status-code.ts'
import type { CommonOptions, Context } from '../run.ts'
import { readPort } from '../server/port-flag.ts'
import { readWorld } from '../server/world-flag.ts'
import { CommandError, ExitCode, Interrupted } from '../terminal/outcome.ts'
import { untilInterrupted } from '../terminal/wait.ts'
import { runDemoCampaign } from './campaign.ts'
import { checkInboxes, showResults } from './results.ts'
import { openStage, type Stage } from './stage.ts'

export type DemoOptions = CommonOptions & {
  readonly port?: string
  readonly exit?: boolean
  readonly world?: string
}

/** A whole campaign on this machine: the real product, with simulated phones at its other end. */
export async function demo(context: Context, options: DemoOptions): Promise<ExitCode> {
  const port = readPort(options.port, '--port')
  const world = readWorld(options.world)
  const { terminal, signal } = context
  terminal.print('Demonstração do Disparo: uma campanha inteira, sem celular e sem internet.\n')
  const stage = await openStage(context, String(port), world)
  try {
    await play(context, stage, options)
  } catch (error) {
    // After a failure only the log is worth keeping.
    await stage.close(signal.aborted)
    if (signal.aborted) throw new Interrupted()
    throw withLogPath(error, stage.logPath)
  }
  await stage.close(true)
  if (options.exit) terminal.print('\nTudo encerrado e apagado.')
  return ExitCode.done
}

async function play(context: Context, stage: Stage, options: DemoOptions): Promise<void> {
  const { terminal, signal } = context
  const outcome = await runDemoCampaign(context, stage)
  const inboxes = await checkInboxes(stage.simulator.control, outcome)
  const { campaign, report, resultPath } = await showResults(context, { ...outcome, inboxes })
  terminal.answer(
    {
      url: stage.daemon.url,
      login: stage.login,
      contacts: report,
      campaign: campaignValue(campaign),
      inboxes,
      results: resultPath,
    },
    () => (options.exit ? '' : invitation(stage)),
  )
  if (options.exit) return
  await untilInterrupted(signal)
  terminal.note('\nEncerrando a demonstração…')
}

function withLogPath(error: unknown, logPath: string): CommandError {
  const reason = error instanceof Error ? error.message : String(error)
  return new CommandError(`${reason}\nA demonstração parou. O registro está em ${logPath}`, {
    code: 'demo_failed',
    cause: error,
  })
}

function invitation({ daemon, login }: Stage): string {
  return [
    '',
    `O servidor continua no ar em ${daemon.url}`,
    `  E-mail  ${login.email}`,
    `  Senha   ${login.password}`,
    `  Comando disparo login --url ${daemon.url} --email ${login.email}`,
    'Ctrl+C encerra e apaga os dados da demonstração.',
  ].join('\n')
}
