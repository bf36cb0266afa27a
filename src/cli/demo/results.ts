import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sendApi } from '../../contract/api/campaigns/send-api.ts'
import { type Send, SendStatus } from '../../contract/campaigns/send.ts'
import { formatCount, formatPhone, formatQuantity } from '../../contract/display.ts'
import type { SimulatorControl } from '../../simulator/control/control.ts'
import { formatSends } from '../campaigns/sends.ts'
import type { Context } from '../run.ts'
import { CommandError } from '../terminal/outcome.ts'
import { saveStream } from '../terminal/save-stream.ts'
import type { DemoOutcome } from './campaign.ts'

const RESULT_FILE = 'resultado-demo.csv'
const LISTED_SUCCESSES = 7

export type InboxCheck = {
  /** Messages found on the phones, word for word as the campaign recorded them. */
  readonly checked: number
  readonly duplicates: number
  /** Recipients whose phone does not hold what the campaign says was sent. */
  readonly missing: number
}

/** Reads what the simulated phones decrypted and compares it with the campaign's records. */
export async function checkInboxes(
  control: SimulatorControl,
  { sends }: Pick<DemoOutcome, 'sends'>,
): Promise<InboxCheck> {
  const received = new Map<string, { text: string | null; hasImage: boolean; times: number }>()
  for await (const message of control.inboxes()) {
    received.set(message.messageId, {
      text: message.caption ?? message.text,
      hasImage: message.type === 'image' && message.mediaSha256 !== null,
      times: message.times,
    })
  }
  const accepted = sends.filter(({ status }) => isAccepted(status))
  const right = accepted.filter(({ messageId, text }) => {
    const message = received.get(messageId ?? '')
    return message?.text === text && message.hasImage
  })
  const duplicates = [...received.values()].filter(({ times }) => times > 1).length
  return { checked: right.length, duplicates, missing: accepted.length - right.length }
}

/** Prints the table and the totals, and writes the results as CSV. */
export async function showResults(
  { terminal, signal }: Context,
  outcome: DemoOutcome & { readonly inboxes: InboxCheck },
) {
  const { campaign, report, rowCount, sends, client, inboxes } = outcome
  const errors = sends.filter(({ status }) => status === SendStatus.error)
  const successes = sends.filter(({ status }) => isAccepted(status))
  const listed = pickSuccesses(successes)
  terminal.print('\nResultado por contato')
  terminal.print(formatSends(terminal, [...errors, ...listed]))
  const more = successes.length - listed.length
  if (more > 0) terminal.print(`… e mais ${formatCount(more)} enviadas.`)

  const refused = report.invalid.length
  terminal.print(
    [
      '\nTotais',
      `  CSV         ${formatCount(rowCount)} linhas = ${formatCount(report.added)} importadas + ${formatCount(report.duplicates)} repetidas + ${formatCount(refused)} inválidas`,
      `  Campanha    ${formatCount(campaign.recipientCount)} destinatários = ${formatCount(campaign.sentCount)} enviadas + ${formatCount(campaign.errorCount)} erros`,
      `  Entregues   ${formatCount(campaign.deliveredCount)}`,
      `  Lidas       ${formatCount(campaign.readCount)}`,
    ].join('\n'),
  )
  for (const send of sends) terminal.print(describeOtherForm(send))
  refuseWrongTotals(outcome)
  terminal.print(
    `\n✔ ${formatQuantity(inboxes.checked, 'mensagem conferida', 'mensagens conferidas')} nos celulares simulados: nenhuma repetida.`,
  )
  const resultPath = await saveResults(client, campaign.id, signal)
  terminal.print(`✔ Resultados gravados em ${resultPath}`)
  return { campaign, report, resultPath }
}

/**
 * Notes recipients that WhatsApp knows under the other form of their number, without or with the
 * ninth digit.
 */
function describeOtherForm({ contact, jid, status }: Send): string {
  const registered = /^\d+(?=@s\.whatsapp\.net$)/.exec(jid ?? '')?.[0]
  if (registered === undefined || registered === contact || !isAccepted(status)) return ''
  return `  9º dígito   ${formatPhone(contact)} foi encontrado como ${formatPhone(registered)}`
}

function isAccepted(status: SendStatus): boolean {
  return status === SendStatus.success || status === SendStatus.read
}

/** A few of each kind, so that both statuses are seen. */
function pickSuccesses(successes: readonly Send[]): Send[] {
  const read = successes.filter(({ status }) => status === SendStatus.read)
  const unread = successes.filter(({ status }) => status === SendStatus.success)
  const half = Math.ceil(LISTED_SUCCESSES / 2)
  return [...read.slice(0, half), ...unread.slice(0, LISTED_SUCCESSES - half)]
}

/** Fails a demonstration whose numbers do not add up, since that is a bug. */
function refuseWrongTotals({
  campaign,
  report,
  rowCount,
  inboxes,
}: DemoOutcome & { readonly inboxes: InboxCheck }): void {
  const { sentCount, errorCount, recipientCount, deliveredCount } = campaign
  const problems = [
    rowCount !== report.added + report.duplicates + report.invalid.length &&
      'as linhas do CSV não fecham',
    recipientCount !== report.added && 'os destinatários não são os contatos importados',
    recipientCount !== sentCount + errorCount && 'os envios da campanha não fecham',
    deliveredCount !== sentCount && 'faltam confirmações de entrega',
    inboxes.missing > 0 && `${inboxes.missing} mensagens não estão nos celulares`,
    inboxes.duplicates > 0 && `${inboxes.duplicates} mensagens chegaram repetidas`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw new CommandError(`Os números não fecham: ${problems.join('; ')}.`)
}

async function saveResults(
  client: DemoOutcome['client'],
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const open = () => client.open(sendApi.listSends, { params: { id }, query: { format: 'csv' } })
  const save = async (output: string) =>
    (await saveStream(await open(), { output, fileName: RESULT_FILE, signal })).path
  return await save(resolve(RESULT_FILE)).catch(async (error) => {
    // A folder that cannot be written to is no reason for a demonstration to fail.
    if (!(error instanceof CommandError)) throw error
    return await save(join(tmpdir(), RESULT_FILE))
  })
}
