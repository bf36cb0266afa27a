import type { BotReply } from '../../../src/contract/gateways/bot-reply.ts'

export const chatbot = { gatewayId: 'own', instanceName: 'Loja 1/2', chatbotId: 'c1' }

/** A chatbot's reply to a message; later ones have higher numbers. */
export function aReply(number: number, fields: Partial<BotReply> = {}): BotReply {
  return {
    ...chatbot,
    id: `r${number}`,
    at: new Date(1_768_478_400_000 + number).toISOString(),
    remoteJid: '5561988880001@s.whatsapp.net',
    pushName: 'Bruna',
    heard: `oi ${number}`,
    agentId: null,
    answer: 'Olá!',
    reason: null,
    ...fields,
  }
}
