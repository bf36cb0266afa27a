import {
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChild,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'

/** Status updates, broadcast lists, channels and bots: most of what an old account gets. */
const NOISY_SERVERS = /@(?:broadcast|newsletter|bot)$/
/** Answers of a bot, which are encrypted for the message that they answer. */
const BOT_CIPHER = 'msmsg'

/**
 * Whether a message is of no use here. Baileys would refuse it, and a refused one was seen to stay
 * at the head of WhatsApp's queue and hold back everything behind it; it is acknowledged unread.
 */
export function isNoise(sock: WASocket, stanza: BinaryNode): boolean {
  if (NOISY_SERVERS.test(stanza.attrs.from ?? '')) return true
  if (getBinaryNodeChild(stanza, 'enc')?.attrs.type === BOT_CIPHER) return true
  const { me } = sock.authState.creds
  try {
    decodeMessageNode(stanza, me?.id ?? '', me?.lid ?? '')
    return false
  } catch {
    // Of a kind that Baileys does not know.
    return true
  }
}

/** Acknowledges a stanza as taken, whatever it holds. */
export function createAcknowledge(sock: WASocket, log: WriteLog): (stanza: BinaryNode) => void {
  return (stanza) => {
    sock.sendMessageAck(stanza).catch((error: unknown) => {
      // WhatsApp sends it again at the next login.
      log('debug', 'a stanza could not be acknowledged', readFailure(error).message)
    })
  }
}

/** Answers what Baileys has no answer for: channels' status updates, and the server's pings. */
export function answerServer(
  sock: WASocket,
  { acknowledge, log }: { acknowledge: (stanza: BinaryNode) => void; log: WriteLog },
): void {
  sock.ws.on('CB:status', acknowledge)
  sock.ws.on('CB:iq,xmlns:urn:xmpp:ping', ({ attrs }: BinaryNode) => {
    if (attrs.type !== 'get' || !attrs.id) return
    const answer = { type: 'result', to: S_WHATSAPP_NET, id: attrs.id }
    sock.sendNode({ tag: 'iq', attrs: answer }).catch((error: unknown) => {
      log('debug', 'a ping could not be answered', readFailure(error).message)
    })
  })
}
