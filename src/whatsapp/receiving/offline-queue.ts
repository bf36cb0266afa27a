import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'

/** Stanzas asked for at a time, as WhatsApp Web does. */
const BATCH_COUNT = 200
/** The queue counts as quiet after this time without a stanza of it. */
const QUIET_MS = 100
/** Pause before asking again where nothing came at all; the server may be slow. */
const SILENT_MS = 5_000
const MAX_SILENT_ASKS = 12

/**
 * Pulls what waited for the device while it was away. The server hands out only as many stanzas as
 * it is asked for, and Baileys asks once, for a hundred: the rest would come with some later login,
 * receipts and answers of a campaign among them.
 */
export function pullOfflineQueue(sock: WASocket, log: WriteLog): void {
  let isPulling = false
  let silentAsks = 0
  let timer: NodeJS.Timeout | undefined
  sock.ws.on('CB:ib,,offline_preview', (node: BinaryNode) => {
    const waiting = Number(getBinaryNodeChild(node, 'offline_preview')?.attrs.count ?? 0)
    isPulling = waiting > 0
    silentAsks = 0
    if (isPulling) askAfter(SILENT_MS)
  })
  sock.ws.on('CB:ib,,offline', stop)
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'close') stop()
  })
  for (const tag of ['message', 'receipt', 'notification', 'call', 'status']) {
    sock.ws.on(`CB:${tag}`, ({ attrs }: BinaryNode) => {
      if (!isPulling || attrs.offline === undefined) return
      silentAsks = 0
      askAfter(QUIET_MS)
    })
  }

  function stop(): void {
    isPulling = false
    clearTimeout(timer)
  }

  function askAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }

  function ask(): void {
    if (!isPulling || silentAsks >= MAX_SILENT_ASKS) return
    silentAsks += 1
    const batch = { tag: 'offline_batch', attrs: { count: String(BATCH_COUNT) } }
    sock.sendNode({ tag: 'ib', attrs: {}, content: [batch] }).catch((error: unknown) => {
      log('debug', 'the waiting stanzas could not be asked for', readFailure(error).message)
    })
    askAfter(SILENT_MS)
  }
}
