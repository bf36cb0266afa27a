import type { BinaryNode } from '@whiskeysockets/baileys'
import type { LoginFailure, StreamEnd } from './end-kinds.ts'
import { stanza } from './stanza.ts'

/** How WhatsApp's server refuses a login or ends a living stream. */

export function failureNode(failure: number | LoginFailure): BinaryNode {
  const { reason, code, expire, message, url, texts, appealToken, violationReason } =
    typeof failure === 'number' ? { reason: failure } : failure
  return stanza('failure', {
    reason: String(reason),
    location: 'sim',
    ...(code !== undefined && { code: String(code) }),
    ...(expire !== undefined && { expire: String(expire) }),
    ...(message !== undefined && { message }),
    ...(url !== undefined && { url }),
    ...(texts && {
      logout_message_header: texts.header,
      logout_message_subtext: texts.subtext,
      logout_message_locale: texts.locale,
    }),
    ...(appealToken !== undefined && { appeal_token: appealToken }),
    ...(violationReason !== undefined && { violation_reason: violationReason }),
  })
}

const namedEnds = {
  replaced: stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]),
  device_removed: stanza('stream:error', { code: '401' }, [
    stanza('conflict', { type: 'device_removed' }),
  ]),
  /** The server waited in vain for the acknowledgement of a stanza. */
  ack: unackedNode({ tag: 'message', attrs: { id: 'sim' } }),
  not_well_formed: stanza('stream:error', {}, [stanza('xml-not-well-formed', {})]),
  end: stanza('xmlstreamend', {}),
  downgrade: stanza('ib', {}, [stanza('downgrade_webclient', {})]),
} as const

/** What the server says when it has waited in vain for a stanza's acknowledgement. */
export function unackedNode({ tag, attrs }: BinaryNode): BinaryNode {
  return stanza('stream:error', {}, [stanza('ack', { id: attrs.id ?? '', class: tag })])
}

export function streamEndNode(end: StreamEnd): BinaryNode {
  return typeof end === 'number' ? stanza('stream:error', { code: String(end) }) : namedEnds[end]
}

export function isOlder(version: readonly number[], than: string): boolean {
  const limit = than.split('.').map(Number)
  const index = limit.findIndex((number, at) => number !== (version[at] ?? 0))
  return index >= 0 && (version[index] ?? 0) < (limit[index] ?? 0)
}
