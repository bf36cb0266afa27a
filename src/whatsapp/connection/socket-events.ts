import {
  type BinaryNode,
  NewChatMessageCappingStatusType,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import { describe } from '../directory/directory.ts'
import { readInbound } from '../receiving/inbound.ts'
import { readReceipt } from '../receiving/receipts.ts'
import type { WriteLog } from './baileys-log.ts'

export type SocketEventOptions = {
  readonly key: DeviceKey
  readonly sock: WASocket
  readonly log: WriteLog
  readonly emit: (event: MessengerEvent) => void
  /** Resolves to whether the event is durably stored. */
  readonly deliver: (event: MessengerEvent) => Promise<boolean>
}

/** Publishes the events of one connection: receipts, messages, restrictions. */
export function listenForEvents({ key, sock, log, emit, deliver }: SocketEventOptions): void {
  const inTurn = createSerial()
  holdReceipts()
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) {
      // Serialised: a message must not overtake an earlier one whose sender is being looked up.
      inTurn(key, () => readInbound(sock, message))
        .then((inbound) => inbound && emit({ type: 'inbound', key, message: inbound }))
        .catch((error: unknown) => log('warn', 'a message could not be read', describe(error)))
    }
  })
  sock.ev.on('message-capping.update', ({ capping_status, cycle_end_timestamp }) => {
    if (capping_status !== NewChatMessageCappingStatusType.CAPPED) return
    emit({ type: 'restriction', key, kind: 'new_chats', until: readSeconds(cycle_end_timestamp) })
  })

  /**
   * Delays receipts until they are stored. Baileys acknowledges a receipt before it could be
   * stored, and the server never repeats it. So Baileys gets a receipt only once it is stored; any
   * other comes again with the next login.
   */
  function holdReceipts(): void {
    const handlers = sock.ws.listeners('CB:receipt')
    sock.ws.removeAllListeners('CB:receipt')
    sock.ws.on('CB:receipt', (node: BinaryNode) => {
      const receipt = readReceipt(node)
      const kept = receipt ? deliver({ type: 'receipt', key, ...receipt }) : Promise.resolve(true)
      void kept.then((isKept) => {
        if (!isKept) return
        for (const handler of handlers) handler(node)
      })
    })
  }
}

function readSeconds(timestamp: string | undefined): string | null {
  const seconds = Number(timestamp ?? 0)
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : null
}
