import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import { OWN_GATEWAY_ID } from '../contract/gateways/gateway.ts'
import { withoutPhoneServer } from '../contract/jid.ts'
import { readSentStatus } from '../contract/messages/sent-status.ts'
import { createReplies, type ReplyTarget } from '../domain/replies/replies.ts'
import type { DirectSends } from '../domain/sending/direct-sends.ts'
import type { Log } from '../http/services.ts'
import { clock } from './clock.ts'
import type { createGatewayParts } from './gateways.ts'
import type { Storage } from './storage.ts'
import { ownJidOf } from './webhooks.ts'

const SentAnswer = z.object({
  key: z.object({ id: z.string().min(1).max(200) }),
  status: z.unknown().optional(),
})

/** Chatbots and assistants at work: who answers, with what was said, through which instance. */
export function createReplyParts({
  storage,
  gatewayParts,
  directSends,
  log,
}: {
  readonly storage: Pick<Storage, 'answering' | 'devices'>
  readonly gatewayParts: Awaited<ReturnType<typeof createGatewayParts>>
  readonly directSends: Pick<DirectSends, 'reply'>
  readonly log: Log
}) {
  const { assistants, chatbots, gateways, webhookMessages } = gatewayParts
  return createReplies({
    chatbots: chatbots.list,
    findLink: assistants.findLink,
    findOwnJid: async (userId, { gatewayId, instance }) =>
      gatewayId === OWN_GATEWAY_ID ? ownJidOf(storage.devices, userId, instance) : null,
    history: ({ userId, gatewayId, instance, remoteJid }, limit) =>
      storage.answering.messages.list(userId, { gatewayId, instance, remoteJid, limit }),
    ask: assistants.reply,
    send,
    clock,
    onDropped: (target, count) =>
      log.warn({ ...target, count }, 'too many messages wait for a reply'),
    onFault: (error, subject) => {
      // Codes only: what people wrote is nobody else's business.
      if (error instanceof AppError) log.warn({ code: error.code, subject }, 'no reply was given')
      else log.error({ err: error, subject }, 'a reply failed')
    },
  })

  async function send(target: ReplyTarget, text: string, signal: AbortSignal): Promise<void> {
    const { userId, gatewayId, instance, remoteJid } = target
    if (gatewayId === OWN_GATEWAY_ID) {
      await directSends.reply(userId, { deviceId: instance, jid: remoteJid, text })
      return
    }
    // Only the own gateway would be called with its user's key.
    const owner = { id: userId, apiKey: '' }
    const answer = await gateways.call(owner, gatewayId, {
      method: 'POST',
      path: ['message', 'sendText', instance],
      body: { number: withoutPhoneServer(remoteJid), text },
      signal,
    })
    // Gateways do not report what came in by their own interface.
    const sent = SentAnswer.safeParse(answer)
    const id = sent.success ? sent.data.key.id : `disparo-${randomUUID()}`
    const message = { id, remoteJid, lid: null, pushName: null, content: text, text }
    const instanceKey = { gatewayId, instance }
    await webhookMessages.keep(userId, instanceKey, [
      {
        ...message,
        type: 'conversation',
        isFromMe: true,
        sentAtSeconds: null,
        status: sent.success ? readSentStatus(sent.data.status) : null,
        thumbnail: null,
      },
    ])
  }
}
