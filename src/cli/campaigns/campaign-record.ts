import { frequentAnswers } from '../../contract/campaigns/answers.ts'
import { audienceFacts, type KnownNames } from '../../contract/campaigns/audience-words.ts'
import type { Campaign, Wait } from '../../contract/campaigns/campaign.ts'
import { deliveryRate, readRate, replyRate } from '../../contract/campaigns/campaign-counts.ts'
import { CampaignStatus, canEdit, WaitReason } from '../../contract/campaigns/campaign-status.ts'
import { describeWindows } from '../../contract/campaigns/send-window-words.ts'
import type { VariantCounts } from '../../contract/campaigns/variants.ts'
import type { Device } from '../../contract/devices/device.ts'
import { formatCount, formatPercent } from '../../contract/display.ts'
import { withOptOutFooter } from '../../contract/optouts/opt-out-words.ts'
import { attachmentLabels } from '../../contract/uploads/attachment.ts'
import { formatBytes, formatTime } from '../terminal/format.ts'
import { formatRecord, formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

const waitTexts: Record<WaitReason, string> = {
  [WaitReason.device]: 'esperando a conexão do WhatsApp',
  [WaitReason.window]: 'fora do horário de envio',
  [WaitReason.dailyCap]: 'limite diário atingido',
  [WaitReason.restriction]: 'o WhatsApp limitou este número',
  [WaitReason.storage]: 'sem espaço para gravar no servidor',
  [WaitReason.failures]: 'pausada pelo servidor, até que você continue',
}

/** Says why a running campaign is not sending at the moment, and until when. */
export function describeWait({ reason, until }: Wait): string {
  return until === null ? waitTexts[reason] : `${waitTexts[reason]} até ${formatTime(until)}`
}

function describeInterval({ intervalSeconds, maxIntervalSeconds }: Campaign): string {
  const shortest = formatCount(intervalSeconds)
  return maxIntervalSeconds === null
    ? `${shortest} s`
    : `${shortest} a ${formatCount(maxIntervalSeconds)} s`
}

/** A draft keeps the hour that was chosen for it, though nothing happens then. */
function hourOf(status: Campaign['status'], scheduledAt: string): readonly [string, string] {
  const hour = formatTime(scheduledAt)
  if (status !== CampaignStatus.draft) return ['Agendada', hour]
  return ['Hora', Date.parse(scheduledAt) < Date.now() ? `${hour} (já passou)` : hour]
}

function mediumFields({ medium }: Campaign): (readonly [string, string])[] {
  if (medium === null) return []
  const { attached, kind, url } = medium
  if (!attached) return [['Imagem', url]]
  return [
    ['Anexo', `${attached.fileName} (${attachmentLabels[kind]}, ${formatBytes(attached.bytes)})`],
  ]
}

function describeAnswers({ answers }: Campaign): readonly (readonly [string, string])[] {
  if (!answers) return []
  const { yesCount, noCount } = answers
  const frequent = frequentAnswers(answers).map(
    ({ text, count }) => `${text} ${formatCount(count)}`,
  )
  return [
    ['SIM e NÃO', `${formatCount(yesCount)} e ${formatCount(noCount)}`],
    ...(frequent.length > 0 ? [['Mais comuns', frequent.join(' · ')] as const] : []),
  ]
}

/** Names of what a campaign has by id, where they are known; a connection may have been deleted. */
export type CampaignNames = KnownNames & {
  readonly devices?: readonly Pick<Device, 'deviceId' | 'connectionName'>[]
}

function connectionOf({ deviceId }: Campaign, devices: CampaignNames['devices'] = []): string {
  const name = devices.find((device) => device.deviceId === deviceId)?.connectionName
  if (deviceId === null) return '–'
  return name ? `${name} (${deviceId})` : deviceId
}

export function formatCampaign(
  terminal: Terminal,
  campaign: Campaign,
  known: CampaignNames = { lists: undefined, campaigns: undefined },
): string {
  const { wait, endReason, restoredFrom, windows, startedAt, finishedAt, scheduledAt } = campaign
  const whole = (text: string) => withOptOutFooter(text, campaign.hasOptOutFooter ?? false)
  const fields: (readonly [string, string])[] = [
    ['ID', campaign.id],
    ['Nome', campaign.name],
    ['Status', campaign.status],
    ...(wait ? [['Espera', describeWait(wait)] as const] : []),
    ...(endReason ? [['Motivo', endReason] as const] : []),
    ...(restoredFrom === undefined ? [] : [['Restaurada', restoredWords(restoredFrom)] as const]),
    ['Conexão', connectionOf(campaign, known.devices)],
    ['Mensagem', whole(campaign.text) || '–'],
    ...(campaign.variants ?? []).map(
      (text, place) => [`Variação ${place + 2}`, whole(text)] as const,
    ),
    ...mediumFields(campaign),
    ...audienceFacts(campaign, known).map(({ name, value }) => [name, value] as const),
    ['Intervalo', describeInterval(campaign)],
    ...(windows.length > 0
      ? [['Horários', `${describeWindows(windows)} (${campaign.timeZone})`] as const]
      : []),
    ['Criada', formatTime(campaign.createdAt)],
    ...(scheduledAt ? [hourOf(campaign.status, scheduledAt)] : []),
    ...(startedAt ? [['Início', formatTime(startedAt, 'second')] as const] : []),
    ...(finishedAt ? [['Término', formatTime(finishedAt, 'second')] as const] : []),
    ...(canEdit(campaign) ? [] : resultsOf(campaign)),
  ]
  const record = formatRecord(terminal, fields)
  const { variantCounts = [] } = campaign
  return variantCounts.length === 0
    ? record
    : `${record}\n\n${formatVariants(terminal, variantCounts)}`
}

function restoredWords(from: string): string {
  return `do backup de ${formatTime(from)}: o que foi enviado depois dele não aparece aqui`
}

/** Only of a campaign that has started: before that, who gets it is not fixed. */
function resultsOf(campaign: Campaign): readonly (readonly [string, string])[] {
  return [
    ['Contatos', formatCount(campaign.recipientCount)],
    ['Enviadas', formatCount(campaign.sentCount)],
    ['Entregues', share(campaign, campaign.deliveredCount, deliveryRate(campaign))],
    ['Lidas', formatCount(campaign.readCount)],
    ['Respostas', share(campaign, campaign.replyCount, replyRate(campaign))],
    ...describeAnswers(campaign),
    ['Erros', formatCount(campaign.errorCount)],
  ]
}

/** A count and what share of the sent ones it is, where there are any. */
function share({ sentCount }: { readonly sentCount: number }, count: number, rate: number): string {
  return sentCount === 0 ? formatCount(count) : `${formatCount(count)} (${formatPercent(rate)})`
}

/** What became of each text, on the bases of the campaign's own rates. */
function formatVariants(terminal: Terminal, variants: readonly VariantCounts[]): string {
  const rows = variants.map((counts, place) => ({ ...counts, number: place + 1 }))
  return formatTable(terminal, rows, [
    { header: 'Variação', value: ({ number }) => String(number) },
    { header: 'Contatos', value: ({ recipientCount }) => formatCount(recipientCount) },
    { header: 'Enviadas', value: ({ sentCount }) => formatCount(sentCount) },
    { header: 'Entregues', value: (row) => share(row, row.deliveredCount, deliveryRate(row)) },
    { header: 'Lidas', value: (row) => share(row, row.readCount, readRate(row)) },
    { header: 'Respostas', value: (row) => share(row, row.replyCount, replyRate(row)) },
    { header: 'Erros', value: ({ errorCount }) => formatCount(errorCount), dropRank: 1 },
  ])
}
