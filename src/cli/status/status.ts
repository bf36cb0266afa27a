import { accountApi } from '../../contract/api/account-api.ts'
import { deviceApi } from '../../contract/api/device-api.ts'
import { serviceApi } from '../../contract/api/service-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus, isActive } from '../../contract/campaigns/campaign-status.ts'
import { type Device, DeviceStatus } from '../../contract/devices/device.ts'
import { formatCount, formatQuantity } from '../../contract/display.ts'
import type { Health } from '../../contract/service.ts'
import { describeWait } from '../campaigns/campaign-record.ts'
import { findUnderWay } from '../campaigns/list.ts'
import { campaignValue } from '../campaigns/status-code.ts'
import { connectSignedIn } from '../connect.ts'
import { explainReason } from '../devices/reason.ts'
import type { Context } from '../run.ts'
import { formatDuration, formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'

/** Campaigns that are shown of each kind: the rest is counted. */
const SHOWN = 5

/** One screen: the server, who asks, the connections and the campaigns under way. */
export async function showStatus(context: Context): Promise<ExitCode> {
  const { terminal } = context
  const client = await connectSignedIn(context)
  const { user } = await client.call(accountApi.me, {})
  const health = await client.call(serviceApi.health, {})
  const { devices } = await client.call(deviceApi.listDevices, {})
  const campaigns = await findUnderWay(client)
  const active = campaigns.filter(isActive)
  const scheduled = campaigns.filter(({ status }) => status === CampaignStatus.scheduled)
  const down = devices.filter(({ status }) => status !== DeviceStatus.connected)
  const value = {
    url: client.url,
    ...{ status: health.status, version: health.version, uptime: health.uptime },
    simulator: health.simulator ?? false,
    damages: health.damages ?? 0,
    cluster: health.cluster ?? null,
    user: { name: user.name, email: user.email },
    devices: {
      total: devices.length,
      connected: devices.length - down.length,
      down: down.map(({ deviceId, status, reasonCode }) => ({
        ...{ deviceId, status, reason_code: reasonCode },
      })),
    },
    active: active.map(campaignValue),
    scheduled: scheduled.map(campaignValue),
  }
  terminal.answer(value, () =>
    formatRecord(terminal, [
      ['Servidor', serverWords(client.url, health)],
      ...clusterRows(health),
      ['Conta', `${user.name} (${user.email})`],
      [
        'Conexões',
        `${formatCount(devices.length - down.length)} de ${formatCount(devices.length)} conectadas`,
      ],
      ...down.slice(0, SHOWN).map((device) => ['Fora', downWords(device)] as const),
      ...rows('Enviando', active, progressOf),
      ...rows('Agendada', scheduled, ({ scheduledAt }) => formatTime(scheduledAt)),
    ]),
  )
  return health.status === 'ok' ? ExitCode.done : ExitCode.failed
}

function serverWords(
  url: string,
  { status, version, uptime, simulator, damages = 0 }: Health,
): string {
  return [
    `${url}, versão ${version}, ligado há ${formatDuration(uptime)}`,
    ...(simulator ? ['WhatsApp simulado'] : []),
    ...(status === 'ok' ? [] : ['não consegue gravar']),
    ...(damages > 0 ? [`${formatQuantity(damages, 'dano', 'danos')}: disparo doctor`] : []),
  ].join('; ')
}

/** Which of several servers answered: another one may answer the next time. */
function clusterRows({ cluster }: Health): readonly (readonly [string, string])[] {
  if (!cluster) return []
  const { node, nodes, homes } = cluster
  const all = `${formatQuantity(nodes, 'servidor', 'servidores')} no banco`
  return [['Banco', `${all}; respondeu ${node}, com ${formatQuantity(homes, 'conta', 'contas')}`]]
}

function downWords(device: Device): string {
  const why = explainReason(device)
  return why === '' ? device.connectionName : `${device.connectionName}: ${why}`
}

function progressOf({ sentCount, errorCount, recipientCount, status, wait }: Campaign): string {
  const done = `${formatCount(sentCount)}/${formatCount(recipientCount)}`
  const errors = errorCount > 0 ? [formatQuantity(errorCount, 'erro', 'erros')] : []
  const held = status === CampaignStatus.paused ? ['pausada'] : wait ? [describeWait(wait)] : []
  return [done, ...errors, ...held].join(', ')
}

function rows(
  title: string,
  campaigns: readonly Campaign[],
  words: (campaign: Campaign) => string,
): readonly (readonly [string, string])[] {
  if (campaigns.length === 0) return [[title, 'nenhuma']]
  const more = campaigns.length - SHOWN
  return [
    ...campaigns
      .slice(0, SHOWN)
      .map((one) => [title, `${one.name} (${one.id}): ${words(one)}`] as const),
    ...(more > 0 ? [[title, `… e mais ${formatCount(more)}`] as const] : []),
  ]
}
