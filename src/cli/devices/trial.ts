import { setTimeout as sleep } from 'node:timers/promises'
import { deviceApi } from '../../contract/api/device-api.ts'
import { type MessageStep, TRIAL_NUMBERS_MAX } from '../../contract/devices/device-check.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { CommandError, ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { confirmed } from '../terminal/prompt.ts'
import { formatCheck } from './check.ts'
import { type Result, reportOf, writeReport } from './trial-report.ts'

export type TrialOptions = CommonOptions & {
  readonly to: readonly string[]
  readonly text?: string
  readonly yes?: boolean
  readonly output?: string
  readonly wait?: string
  readonly showNumbers?: boolean
}

const DEFAULT_WAIT_SECONDS = 60
const MAX_WAIT_SECONDS = 600
const POLL_MS = 1_000

/**
 * Sends one short message to each number that its owner named, shows what WhatsApp says to them,
 * and writes it all to a file for a bug report.
 */
export async function tryDevice(
  context: Context,
  target: string,
  options: TrialOptions,
): Promise<ExitCode> {
  const numbers = readNumbers(options.to)
  const waitSeconds = readWait(options.wait)
  if (!options.yes && !context.terminal.isInteractive) {
    throw wrongUsage('Nada foi enviado: não há um terminal para confirmar. Confirme com --yes.')
  }
  const client = await connectSignedIn(context)
  const { deviceId, connectionName } = await getDevice(client, target)
  const check = await client.call(deviceApi.checkDevice, { params: { id: deviceId } })
  context.terminal.print(`${formatCheck(context, check)}\n`)
  const question = `Enviar uma mensagem de teste de "${connectionName}" a ${numbers.join(', ')}?`
  if (!(await confirmed(context, question, options))) {
    context.terminal.answer({ deviceId, sent: 0 }, () => 'Nada foi enviado.')
    return ExitCode.failed
  }
  const sent: Result[] = []
  for (const number of numbers) {
    sent.push(await sendOne(context, client, { deviceId, number, text: options.text }))
  }
  const results = await watch(context, client, { deviceId, sent, waitSeconds })
  const report = reportOf(check, results, options)
  const path = await writeReport(report, options.output)
  const numbersNote = options.showNumbers ? 'mas mostra os números' : 'e os números estão cobertos'
  context.terminal.answer(
    { ...report, path },
    () => `Relatório em ${path}. Ele não tem senhas, ${numbersNote}.`,
  )
  return results.every(({ trial }) => trial?.isAccepted) ? ExitCode.done : ExitCode.failed
}

function readNumbers(given: readonly string[]): readonly string[] {
  const numbers = [...new Set(given.map((number) => number.trim()).filter(Boolean))]
  if (numbers.length === 0) throw wrongUsage('Informe a quem escrever, com --to <número>.')
  if (numbers.length > TRIAL_NUMBERS_MAX) {
    throw wrongUsage(`Um teste escreve a até ${TRIAL_NUMBERS_MAX} números.`)
  }
  return numbers
}

function readWait(text: string | undefined): number {
  if (text === undefined) return DEFAULT_WAIT_SECONDS
  const seconds = Number(text)
  if (/^\d+$/.test(text) && seconds <= MAX_WAIT_SECONDS) return seconds
  throw wrongUsage(`Valor inválido em --wait: informe até ${MAX_WAIT_SECONDS} segundos.`)
}

async function sendOne(
  { terminal }: Context,
  client: Client,
  {
    deviceId,
    number,
    text,
  }: { readonly deviceId: string; readonly number: string; readonly text: string | undefined },
): Promise<Result> {
  try {
    const body = { to: number, text }
    const trial = await client.call(deviceApi.tryDevice, { params: { id: deviceId }, body })
    const outcome = trial.isAccepted ? 'aceita pelo WhatsApp' : trial.errorText
    terminal.print(`${number}: ${outcome}`)
    for (const step of trial.steps) terminal.print(describe(number, step))
    return { number, trial, failure: null }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    terminal.print(`${number}: ${error.message}`)
    return { number, trial: null, failure: { code: error.code, message: error.message } }
  }
}

/** Shows receipts as they come, until each accepted message was delivered or the time is over. */
async function watch(
  { terminal, signal }: Context,
  client: Client,
  {
    deviceId,
    sent,
    waitSeconds,
  }: {
    readonly deviceId: string
    readonly sent: readonly Result[]
    readonly waitSeconds: number
  },
): Promise<readonly Result[]> {
  const endsAtMs = performance.now() + waitSeconds * 1000
  let results = sent
  while (!results.every(isOver) && performance.now() < endsAtMs) {
    await sleep(POLL_MS, undefined, { signal })
    results = await Promise.all(
      results.map(async (result) => {
        const { number, trial } = result
        if (!trial) return result
        const params = { id: deviceId, messageId: trial.messageId }
        const { steps } = await client.call(deviceApi.traceMessage, { params })
        for (const step of steps.slice(trial.steps.length)) terminal.print(describe(number, step))
        return { ...result, trial: { ...trial, steps } }
      }),
    )
  }
  return results
}

/** Receipts that say nothing of the person: of the account's own devices, and requests. */
const ownTypes: ReadonlySet<string> = new Set(['sender', 'retry'])

function isOver({ trial }: Result): boolean {
  if (!trial?.isAccepted) return true
  return trial.steps.some(({ kind, type }) => kind === 'receipt' && !ownTypes.has(type))
}

const nameLabels: Readonly<Record<MessageStep['from'], string>> = {
  lid: 'pelo LID',
  phone: 'pelo número',
  other: 'por outro endereço',
}

function describe(number: string, step: MessageStep): string {
  const what = step.kind === 'ack' ? 'resposta do servidor' : `recibo ${step.type || 'de entrega'}`
  const error = step.error === null ? '' : `, erro ${step.error}`
  const hints = step.hints.length === 0 ? '' : ` (${step.hints.join(', ')})`
  const device = step.kind === 'receipt' && step.device > 0 ? `, aparelho ${step.device}` : ''
  const time = formatTime(step.at, 'second')
  return `  ${time} ${number}: ${what} ${nameLabels[step.from]}${device}${error}${hints}`
}
