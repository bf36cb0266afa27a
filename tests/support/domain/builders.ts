import type { StoredUser } from '../../../src/contract/account.ts'
import { wholeList } from '../../../src/contract/campaigns/audience.ts'
import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { Send } from '../../../src/contract/campaigns/send.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'

/** Whole entities for tests, with only the fields given that matter to a test. */

export function aCampaign(fields: Partial<Campaign> = {}): Campaign {
  return {
    id: '1',
    name: 'Natal',
    description: 'Feliz Natal',
    status: CampaignStatus.draft,
    instanceName: 'loja',
    deviceId: null,
    text: 'Feliz Natal',
    medium: null,
    intervalSeconds: 60,
    maxIntervalSeconds: null,
    windows: [],
    timeZone: 'America/Sao_Paulo',
    contactListId: null,
    ...wholeList,
    scheduledAt: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    endReason: null,
    wait: null,
    recipientCount: 0,
    ...noCounts,
    ...fields,
  }
}

export function aSend(fields: Partial<Send> = {}): Send {
  return {
    id: '0',
    contact: '5561999990000',
    name: 'Ana',
    status: 'success',
    sentAt: '2026-01-15T12:00:00.000Z',
    errorText: null,
    errorCode: null,
    deviceId: '5561988880000',
    jid: '5561999990000@s.whatsapp.net',
    text: 'Olá, Ana',
    attemptCount: 1,
    messageId: '3EB0',
    deliveredAt: null,
    readAt: null,
    repliedAt: null,
    replyText: null,
    ...fields,
  }
}

export function aUser(fields: Partial<StoredUser> = {}): StoredUser {
  return {
    id: 'ana',
    name: 'Loja da Ana',
    email: 'ana@example.com',
    instanceName: 'loja',
    apiKey: 'chave',
    passwordHash: '',
    createdAt: '2026-01-15T12:00:00.000Z',
    sessionGeneration: 0,
    keptSessionId: null,
    ...fields,
  }
}

/** A message that a contact wrote to a device. */
export function anInbound(phone: string): InboundMessage {
  const jid = `${phone}@s.whatsapp.net`
  return {
    ...{ messageId: '3EB0', chatJid: jid, remoteJid: jid, participant: '', phone, lid: null },
    ...{ pushName: '', fromMe: false, text: 'Oi', kind: 'conversation', content: {}, media: null },
    sentAt: '2026-01-15T12:00:00.000Z',
  }
}
