import { setTimeout as delay } from 'node:timers/promises'
import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'

/** Why a server gives no pairing code. */
type CodeRefusal =
  | 'code_refused'
  | 'code_forbidden'
  | 'code_rate_limited'
  | 'code_unavailable'
  | 'code_failed'

type CodeAnswer = { readonly code: string } | { readonly refused: CodeRefusal }

const refusals: { readonly [code: string]: CodeRefusal } = {
  400: 'code_refused',
  403: 'code_forbidden',
  429: 'code_rate_limited',
  452: 'code_unavailable',
}

/** A refusal comes within a second; a server that says nothing at all has taken the question. */
const ANSWER_LIMIT_MS = 10_000

/**
 * Asks for a pairing code, and waits for the server's answer: Baileys returns the code that it made
 * up whether the server takes it or not, and a refused one links nothing.
 */
export async function requestCode(sock: WASocket, phone: string): Promise<CodeAnswer> {
  const answer = answerTo(sock, nextTag(sock.generateMessageTag()))
  const code = await sock.requestPairingCode(phone)
  const node = await Promise.race([answer, delay(ANSWER_LIMIT_MS, null, { ref: false })])
  if (node?.attrs.type !== 'error') return { code }
  const errorCode = getBinaryNodeChild(node, 'error')?.attrs.code ?? ''
  return { refused: refusals[errorCode] ?? 'code_failed' }
}

function answerTo(sock: WASocket, tag: string): Promise<BinaryNode> {
  return new Promise((resolve) => sock.ws.once(`TAG:${tag}`, resolve))
}

/** The tag after this one: Baileys counts them, and gives the next one to the question itself. */
function nextTag(tag: string): string {
  const at = Math.max(tag.lastIndexOf('.'), tag.lastIndexOf('-')) + 1
  return `${tag.slice(0, at)}${Number(tag.slice(at)) + 1}`
}
