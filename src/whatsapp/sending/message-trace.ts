import { type BinaryNode, jidDecode, type WASocket } from '@whiskeysockets/baileys'
import type { MessageStep } from '../../contract/devices/device-check.ts'
import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'

const MESSAGES_KEPT = 200
const STEPS_KEPT = 40
/** Attributes of an acknowledgement by which WhatsApp asks for something. */
const hints = ['phash', 'refresh_lid', 'sync']

/** Remembers what WhatsApp said of the device's last messages, without who they went to. */
export function createMessageTrace() {
  const steps = createBoundedMap<readonly MessageStep[]>(MESSAGES_KEPT)
  return { listen, find: (messageId: string) => steps.get(messageId) ?? [] }

  function listen(sock: WASocket): void {
    sock.ws.on('CB:ack,class:message', (node: BinaryNode) => note('ack', node))
    sock.ws.on('CB:receipt', (node: BinaryNode) => note('receipt', node))
  }

  function note(kind: MessageStep['kind'], { attrs }: BinaryNode): void {
    const known = steps.get(attrs.id ?? '') ?? []
    if (!attrs.id || known.length >= STEPS_KEPT) return
    const from = attrs.from ?? ''
    const step = {
      at: new Date().toISOString(),
      kind,
      type: kind === 'receipt' ? (attrs.type ?? '') : '',
      from: nameKindOf(from),
      device: jidDecode(from)?.device ?? 0,
      error: attrs.error ?? null,
      hints: hints.filter((name) => attrs[name] !== undefined),
    }
    steps.set(attrs.id, [...known, step])
  }
}

function nameKindOf(jid: string): MessageStep['from'] {
  if (isLidJid(jid)) return 'lid'
  return isPhoneJid(jid) ? 'phone' : 'other'
}
