import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import type { DeviceKey } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import { isOwnUser } from '../directory/people.ts'
import type { Decryption } from '../receiving/decryption.ts'
import { readArrived } from '../receiving/inbound.ts'
import type { Inbox } from '../receiving/inbox.ts'
import { answerServer, createAcknowledge, isNoise } from '../receiving/noise.ts'
import { pullOfflineQueue } from '../receiving/offline-queue.ts'
import type { PhoneCopies } from '../receiving/phone-copies.ts'
import { RETRY, type Receipt, readReceipts } from '../receiving/receipts.ts'
import type { WriteLog } from './baileys-log.ts'
import { describe } from './failure.ts'

export type SocketEventOptions = {
  readonly key: DeviceKey
  readonly sock: WASocket
  readonly log: WriteLog
  readonly inbox: Inbox
  readonly decryption: Pick<Decryption, 'remember'>
  readonly phoneCopies: Pick<PhoneCopies, 'askLater'>
  /** Called with each receipt, which proves that WhatsApp has accepted its messages. */
  readonly onReceipt: (receipt: Receipt) => void
  /** Resolves once the device that asks for another copy has got it, or cannot get one. */
  readonly answerRetry: (receipt: BinaryNode) => Promise<void>
}

/** Takes what comes in over one connection: receipts and messages. */
export function listenForEvents(options: SocketEventOptions): void {
  const { sock, log } = options
  const acknowledge = createAcknowledge(sock, log)
  takeReceipts(options, acknowledge)
  takeMessages(options, acknowledge)
  answerServer(sock, { acknowledge, log })
  pullOfflineQueue(sock, log)
}

/**
 * Takes receipts in Baileys' place, which would acknowledge them before they are stored. The server
 * never repeats an acknowledged receipt; any other comes again with the next login.
 */
function takeReceipts(
  { key, sock, log, inbox, onReceipt, answerRetry }: SocketEventOptions,
  acknowledge: (stanza: BinaryNode) => void,
): void {
  sock.ws.removeAllListeners('CB:receipt')
  sock.ws.on('CB:receipt', (node: BinaryNode) => {
    take(node)
      .then((isKept) => isKept && acknowledge(node))
      .catch((error: unknown) => log('warn', 'a receipt could not be taken', describe(error)))
  })

  async function take(node: BinaryNode): Promise<boolean> {
    if (node.attrs.type === RETRY) {
      await answerRetry(node).catch((error: unknown) => {
        log('warn', 'a message could not be sent again', describe(error))
      })
      return true
    }
    const receipts = readReceipts(node, (user) => isOwnUser(sock.authState.creds.me, user))
    for (const receipt of receipts) onReceipt(receipt)
    const kept = await Promise.all(
      receipts.map((receipt) => inbox.keep({ type: 'receipt', key, ...receipt })),
    )
    return kept.every(Boolean)
  }
}

/**
 * Hands messages to Baileys, which decrypts them; noise is acknowledged unread. Messages are kept
 * while they are decrypted (`decryption.ts`); those that come to light otherwise, such as from the
 * account's phone on request, are kept here.
 */
function takeMessages(
  { key, sock, log, inbox, decryption, phoneCopies }: SocketEventOptions,
  acknowledge: (stanza: BinaryNode) => void,
): void {
  const inTurn = createSerial()
  const handlers = sock.ws.listeners('CB:message')
  sock.ws.removeAllListeners('CB:message')
  sock.ws.on('CB:message', (node: BinaryNode) => {
    if (isNoise(sock, node)) {
      acknowledge(node)
      return
    }
    decryption.remember(node)
    for (const handle of handlers) handle(node)
  })
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) {
      if (inbox.hasKept(message.key.id ?? '')) continue
      if (message.category !== 'peer') phoneCopies.askLater(sock, message)
      // Serialised: a message must not overtake an earlier one whose sender is being looked up.
      inTurn(key, async () => {
        const arrived = await readArrived(sock.signalRepository.lidMapping, message)
        if (arrived) await inbox.keep({ ...arrived, key })
      }).catch((error: unknown) => log('warn', 'a message could not be read', describe(error)))
    }
  })
}
