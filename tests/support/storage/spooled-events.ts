import type { SpooledEvent } from '../../../src/domain/devices/spool.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'

export const delivered = (id: string): SpooledEvent => ({
  type: 'receipt',
  key: 'd1',
  messageIds: [id],
  kind: 'delivered',
  at: '2026-09-21T14:13:21.000Z',
})

export const anInbound = (fields: Partial<InboundMessage> = {}): SpooledEvent => ({
  type: 'inbound',
  key: 'd1',
  message: {
    messageId: '3A1',
    chatJid: '5511911112222@s.whatsapp.net',
    lid: null,
    phone: '5511911112222',
    pushName: 'Ana',
    fromMe: false,
    text: 'SAIR',
    kind: 'conversation',
    sentAt: '2026-09-21T14:13:21.000Z',
    remoteJid: '777@lid',
    participant: '',
    content: { conversation: 'SAIR' },
    media: null,
    ...fields,
  },
})
