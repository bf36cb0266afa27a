import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { withoutPhoneServer } from '../../contract/jid.ts'
import { readSentAnswer } from '../../contract/messages/sent-status.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { WebhookMessages } from '../webhooks/webhook-messages.ts'
import type { ReplyTarget } from './replies.ts'

/** Sends an answer through the instance that received the question, and adds it to the thread. */
export function createReplySender({
  directSends,
  gateways,
  messages,
  newId,
}: {
  readonly directSends: Pick<DirectSends, 'reply'>
  readonly gateways: Pick<Gateways, 'call'>
  readonly messages: Pick<WebhookMessages, 'keep'>
  readonly newId: () => string
}) {
  return { send }

  /** Resolves once the text is sent, and in the thread. */
  async function send(target: ReplyTarget, text: string, signal: AbortSignal): Promise<void> {
    const { userId, gatewayId, instance, remoteJid } = target
    if (gatewayId === OWN_GATEWAY_ID) {
      await directSends.reply(userId, { deviceId: instance, jid: remoteJid, text })
      return
    }
    // No key needed: only `evolution` would be called with its user's key.
    const owner = { id: userId, apiKey: '' }
    const answer = await gateways.call(owner, gatewayId, {
      method: 'POST',
      path: ['message', 'sendText', instance],
      body: { number: withoutPhoneServer(remoteJid), text },
      signal,
    })
    await keep(target, text, answer)
  }

  /** Keeps the answer: gateways do not report messages that their own interface sent. */
  async function keep(target: ReplyTarget, text: string, answer: unknown): Promise<void> {
    const { userId, gatewayId, instance, remoteJid } = target
    const sent = readSentAnswer(answer)
    const id = sent?.id ?? `disparo-${newId()}`
    await messages.keep(userId, { gatewayId, instance }, [
      {
        id,
        remoteJid,
        lid: null,
        pushName: null,
        content: text,
        text,
        type: 'conversation',
        isFromMe: true,
        sentAtSeconds: null,
        status: sent?.status ?? null,
        thumbnail: null,
      },
    ])
  }
}
