import { randomUUID } from 'node:crypto'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../domain/clock.ts'
import { createReplies } from '../domain/replies/replies.ts'
import { createReplySender } from '../domain/replies/reply-sender.ts'
import { createReplyTrials } from '../domain/replies/reply-trials.ts'
import type { DirectSends } from '../domain/sending/direct/direct-sends.ts'
import type { InstanceDevice } from '../domain/webhooks/instance-device.ts'
import type { Log } from '../http/services.ts'
import { clock } from './clock.ts'
import type { createGatewayParts } from './gateways.ts'
import type { Storage } from './storage/storage.ts'

/** Builds what chatbots and assistants can be tried with before they answer anybody. */
export function createDaemonReplyTrials(
  {
    assistants,
    chatbots,
    gateways,
  }: Pick<Awaited<ReturnType<typeof createGatewayParts>>, 'assistants' | 'chatbots' | 'gateways'>,
  { clock: given }: { readonly clock: Clock },
) {
  return createReplyTrials({
    chatbots: chatbots.list,
    findLink: assistants.findLink,
    resolveGateway: gateways.resolve,
    assistants,
    clock: given,
  })
}

/** Builds the replies: chatbots and assistants, the history they read, and the sender. */
export function createReplyParts({
  storage,
  gatewayParts,
  instanceDevice,
  directSends,
  log,
}: {
  readonly storage: Pick<Storage, 'answering'>
  readonly gatewayParts: Awaited<ReturnType<typeof createGatewayParts>>
  readonly instanceDevice: Pick<InstanceDevice, 'findOwnJid'>
  readonly directSends: Pick<DirectSends, 'reply'>
  readonly log: Log
}) {
  const { assistants, chatbots, gateways, replyLog, webhookMessages } = gatewayParts
  const sender = createReplySender({
    directSends,
    gateways,
    messages: webhookMessages,
    newId: randomUUID,
  })
  return createReplies({
    chatbots: chatbots.list,
    findLink: assistants.findLink,
    findOwnJid: instanceDevice.findOwnJid,
    history: ({ userId, gatewayId, instance, remoteJid }, limit) =>
      storage.answering.messages.list(userId, { gatewayId, instance, remoteJid, limit }),
    ask: assistants.reply,
    send: sender.send,
    note: replyLog.note,
    clock,
    onDropped: (target, count) =>
      log.warn({ ...target, count }, 'too many messages wait for a reply'),
    onFault: (error, subject) => {
      // Codes only: message texts stay out of the log.
      if (error instanceof AppError) log.warn({ code: error.code, subject }, 'no reply was given')
      else log.error({ err: error, subject }, 'a reply failed')
    },
  })
}
