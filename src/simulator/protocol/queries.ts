import type { BinaryNode } from '@whiskeysockets/baileys'
import { groupAnswers } from '../groups/group-queries.ts'
import type { Inbound } from '../messages/inbound.ts'
import type { Media } from '../messages/media-store.ts'
import { PING } from '../messages/noise.ts'
import { beginQueue } from '../messages/outbox.ts'
import { answerLimits } from '../world/account-limits.ts'
import { answerKeys } from '../world/directory.ts'
import type { Refusal } from '../world/faults.ts'
import { answerUsync } from '../world/usync.ts'
import type { Companion, World } from '../world/world.ts'
import { answerAppState } from './app-state.ts'
import { noteReport } from './presence.ts'
import { answerBusiness, answerPicture, answerPrivacy } from './profile.ts'
import { removeCompanion } from './sign-in.ts'
import { bytesOf, childOf, childrenOf, errorOf, numberOf, resultOf, stanza } from './stanza.ts'

/** Answers a linked client's iq. */
export type Queries = { take(companion: Companion, query: BinaryNode): void }

type Answer = (
  companion: Companion,
  query: BinaryNode,
) => BinaryNode[] | Refusal | 'none' | Promise<BinaryNode[]>

export function createQueries(parts: {
  world: World
  inbound: Inbound
  media: Media
  mediaHost: () => string
}): Queries {
  const { world, inbound, media } = parts
  /** By namespace and first child. */
  const answers: Record<string, Answer> = {
    'usync usync': ({ account }, query) => {
      if (world.faults.unansweredUsync) return 'none'
      const answer = answerUsync(world, query, world.accountTable.of(account.phone))
      return 'code' in answer ? answer : [answer]
    },
    'encrypt key': (_, query) => {
      const answer = answerKeys(world, query)
      return 'code' in answer ? answer : [answer]
    },
    'encrypt count': ({ preKeys }) => [stanza('count', { value: String(preKeys.size) })],
    'encrypt digest': () => [stanza('digest', {})],
    'encrypt registration': savePreKeys,
    'encrypt rotate': rotate,
    'w:m media_conn': mediaConnection,
    'w:mex query': ({ account }, query) => {
      const answer = answerLimits(account, childOf(query, 'query')?.attrs.query_id)
      if ('errors' in answer) world.stats.retiredQueries += 1
      return [stanza('result', {}, Buffer.from(JSON.stringify(answer)))]
    },
    'privacy tokens': (_, query) => {
      world.stats.tokensIssued += childrenOf(childOf(query, 'tokens')).length
      return []
    },
    'w:sync:app:state sync': (companion, query) =>
      answerAppState({ world, media }, companion, query),
    'abt props': ({ account }) => {
      world.stats.propsAsked += 1
      return [props(world.accountTable.of(account.phone).props)]
    },
    'blocklist ': () => [stanza('list', {})],
    'blocklist item': (companion, query) => {
      const { action = '', jid = '' } = childOf(query, 'item')?.attrs ?? {}
      noteReport(companion, { what: action, about: jid, to: '' })
      return []
    },
    'status status': (companion, query) => {
      const about = Buffer.from(bytesOf(childOf(query, 'status')) ?? []).toString('utf8')
      noteReport(companion, { what: 'about', about, to: '' })
      return []
    },
    'privacy privacy': answerPrivacy,
    'w:profile:picture picture': (companion, query) => answerPicture(parts, companion, query),
    'w:profile:picture ': (companion, query) => answerPicture(parts, companion, query),
    'w:biz business_profile': (_, query) => answerBusiness(world, query),
    'md remove-companion-device': () => [],
    ...groupAnswers(world),
  }
  return { take }

  function take(companion: Companion, query: BinaryNode): void {
    const { id = '', type, xmlns = '' } = query.attrs
    if (type === 'result' || type === 'error') {
      if (id.startsWith(PING)) world.stats.pingsAnswered += 1
      return
    }
    const limited = limitOn(xmlns)
    if (limited) {
      refuse(companion, query, limited)
      return
    }
    const asked = childrenOf(query)[0]?.tag ?? ''
    const answer = answers[`${xmlns} ${asked}`]
    if (!answer && type === 'get' && xmlns !== 'w:p') {
      const name = `${xmlns} ${asked}`
      world.stats.unknownQueries[name] = (world.stats.unknownQueries[name] ?? 0) + 1
      refuse(companion, query, { code: '404', text: 'item-not-found' })
      return
    }
    const content = answer?.(companion, query) ?? []
    if (content === 'none') return
    if ('code' in content) {
      refuse(companion, query, content)
      return
    }
    if (!(content instanceof Promise)) {
      reply(companion, query, content)
      afterAnswer(companion, `${xmlns} ${asked}`)
      return
    }
    content.then((nodes) => reply(companion, query, nodes)).catch(world.failed)
  }

  function reply(companion: Companion, query: BinaryNode, content: BinaryNode[]): void {
    companion.connection?.send(resultOf(query, content))
  }

  function afterAnswer(companion: Companion, name: string): void {
    if (name === 'passive active') beginQueue(world, companion)
    // The client waits for its history only once it knows that nothing else is waiting, and calls
    // itself open when this last answer of the login has come.
    if (name === 'encrypt digest' && !companion.historyTaken) inbound.sendHistory(companion)
    if (name === 'md remove-companion-device') removeCompanion(world, companion)
  }

  /** The refusal of a query, with the seconds until the limit ends where it has an end. */
  function limitOn(xmlns: string): Refusal | null {
    const limit = world.faults.rateOverlimit
    if (!limit || (limit.xmlns !== '*' && limit.xmlns !== xmlns)) return null
    const leftMs = limit.endsAt ? Date.parse(limit.endsAt) - Date.now() : null
    if (leftMs !== null && leftMs < 0) return null
    const left = limit.count - 1
    world.faults.rateOverlimit = left > 0 ? { ...limit, count: left } : null
    const refusal = { code: '429', text: 'rate-overlimit' }
    return leftMs === null ? refusal : { ...refusal, backoff: String(Math.ceil(leftMs / 1_000)) }
  }

  function refuse(companion: Companion, query: BinaryNode, error: Refusal): void {
    companion.connection?.send(errorOf(query, error))
  }

  function savePreKeys(companion: Companion, query: BinaryNode): BinaryNode[] {
    for (const key of childrenOf(childOf(query, 'list'))) {
      const value = bytesOf(childOf(key, 'value'))
      if (value) companion.preKeys.set(numberOf(childOf(key, 'id')), Buffer.from(value))
    }
    saveSignedPreKey(companion, childOf(query, 'skey'))
    world.changed(companion.account)
    return []
  }

  function rotate(companion: Companion, query: BinaryNode): BinaryNode[] {
    saveSignedPreKey(companion, childOf(childOf(query, 'rotate'), 'skey'))
    world.changed(companion.account)
    return []
  }

  function mediaConnection(): BinaryNode[] {
    const host = { hostname: parts.mediaHost(), maxContentLengthBytes: '104857600' }
    return [stanza('media_conn', { auth: 'simulated', ttl: '300' }, [stanza('host', host)])]
  }
}

function saveSignedPreKey(companion: Companion, key: BinaryNode | undefined): void {
  const publicBytes = bytesOf(childOf(key, 'value'))
  const signature = bytesOf(childOf(key, 'signature'))
  if (!publicBytes || !signature) return
  companion.signedPreKey = {
    id: numberOf(childOf(key, 'id')),
    publicBytes: Buffer.from(publicBytes),
    signature: Buffer.from(signature),
  }
}

function props(values: Record<string, string>): BinaryNode {
  const each = Object.entries(values).map(([code, value]) =>
    stanza('prop', { config_code: code, config_value: value }),
  )
  return stanza('props', { hash: 'simulated' }, each)
}
