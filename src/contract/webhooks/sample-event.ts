import { CampaignStatus } from '../campaigns/campaign-status.ts'
import { sendErrors } from '../campaigns/send.ts'
import { describeRestriction } from '../devices/device-standing.ts'
import { disconnectReasons } from '../devices/disconnect-reasons.ts'
import { OptOutSource } from '../optouts/opt-out.ts'
import type { CampaignEventName } from './campaign-event.ts'
import type { CampaignEventWithData } from './campaign-event-body.ts'
import type { TEST_EVENT } from './campaign-event-names.ts'
import { CampaignEvent } from './campaign-event-names.ts'

/** Begins the id of an event that is a test, so that a receiver can tell it from a real one. */
export const TEST_ID_PREFIX = 'teste-'

const MINUTE_MS = 60_000
const LOCK = 'WEB_COMPANION_ONLY'

/** What each event would say, for a receiver to be tried out with. */
export function sampleData(event: CampaignEventName | typeof TEST_EVENT, atIso: string): unknown {
  return event === 'teste' ? { mensagem: 'Este é um evento de teste.' } : samples(atIso)[event]
}

function samples(atIso: string): {
  readonly [Name in CampaignEventName]: Extract<CampaignEventWithData, { event: Name }>['data']
} {
  const before = (minutes: number) =>
    new Date(Date.parse(atIso) - minutes * MINUTE_MS).toISOString()
  const device = '5561999990000'
  const connection = { device_id: device, connection_name: 'Conexão da loja', phone: device }
  const person = { contato: '5561988880001', nome: 'Ana Lima' }
  const campaign = {
    ...{ campaign_id: '42', name: 'Volta às aulas', status: CampaignStatus.running, motivo: null },
    ...{ device_id: device, nome_da_instancia: 'escola-aurora', messages: 120 },
    ...{ sentCount: 0, deliveredCount: 0, readCount: 0, errorCount: 0, replyCount: 0 },
    ...{ started_at: atIso, finished_at: null },
  }
  const counts = { sentCount: 117, deliveredCount: 112, readCount: 86, errorCount: 3 }
  return {
    [CampaignEvent.started]: campaign,
    [CampaignEvent.paused]: {
      ...campaign,
      ...{ status: CampaignStatus.paused, motivo: 'Pausada por você.', sentCount: 40 },
      ...{ deliveredCount: 37, readCount: 20, started_at: before(40) },
    },
    [CampaignEvent.ended]: {
      ...{ ...campaign, ...counts, status: CampaignStatus.doneWithErrors, replyCount: 14 },
      ...{ motivo: '3 pessoas não receberam.', started_at: before(120), finished_at: atIso },
    },
    [CampaignEvent.sendFailed]: {
      ...{ campaign_id: '42', ...person, erro: sendErrors.not_on_whatsapp },
      ...{
        erro_codigo: 'not_on_whatsapp',
        data_envio: atIso,
        message_id: '3EB0A1B2C3D4E5F60718',
        device_id: device,
      },
    },
    [CampaignEvent.reply]: {
      ...{ campaign_id: '42', ...person, resposta: 'Quero sim! Ainda tem vaga à tarde?' },
      ...{ primeira: true, replied_at: atIso, message_id: '3EB0C767D097B7C7C030' },
      device_id: device,
    },
    [CampaignEvent.optOut]: {
      ...{ phone: person.contato, lid: null, nome: person.nome, reason: 'SAIR' },
      ...{ source: OptOutSource.reply, campaign_id: '42', created_at: atIso },
    },
    [CampaignEvent.restricted]: {
      ...connection,
      restricao: { tipo: LOCK, ate: before(-60), desde: atIso },
      motivo: describeRestriction(LOCK),
    },
    [CampaignEvent.connectionLost]: {
      ...{ ...connection, motivo: disconnectReasons.unreachable, at: atIso },
    },
    [CampaignEvent.connectionBack]: { ...connection, motivo: null, at: atIso },
  }
}
