import { createHash } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { LID_SERVER } from '../../contract/jid.ts'
import {
  childOf,
  childrenOf,
  readJid,
  server,
  stanza,
  textOf,
  writeJid,
} from '../protocol/stanza.ts'
import type { AccountSettings } from './account-settings.ts'
import {
  devicesOf,
  findByNumber,
  findResident,
  lidJid,
  phoneJid,
  type Resident,
} from './directory.ts'
import type { Refusal, UsyncError } from './faults.ts'
import type { World } from './world.ts'

type Asked = {
  wanted: readonly BinaryNode[]
  settings: AccountSettings
  failing: UsyncError | null
}

/** Answers a directory query: any mix of contact, lid and devices, for any number of people. */
export function answerUsync(
  world: World,
  query: BinaryNode,
  settings: AccountSettings,
): BinaryNode | Refusal {
  const usync = childOf(query, 'usync')
  const wanted = childrenOf(childOf(usync, 'query'))
  const users = childrenOf(childOf(usync, 'list'))
  const names = wanted.map(({ tag }) => tag)
  note(world, { names, count: users.length })
  if (settings.contactForms === 'classic' && wanted.some(byLidForm)) {
    return { code: '400', text: 'bad-request' }
  }
  const failing = takeError(world, names) ?? overRate(world, { names, count: users.length })
  if (failing?.level === 'iq') return refusalOf(failing)
  const asked = { wanted, settings, failing }
  const answers = users
    .filter((user) => !isUnchanged(world, user, settings))
    .map((user) => answerUser(world, user, asked))
  const results = wanted.map(({ tag }) =>
    isFailing(failing, 'protocol', tag) ? stanza(tag, {}, [errorNode(failing)]) : stanza(tag, {}),
  )
  return stanza('usync', {}, [stanza('result', {}, results), stanza('list', {}, answers)])
}

function answerUser(world: World, user: BinaryNode, { wanted, settings, failing }: Asked) {
  const asked = textOf(childOf(user, 'contact'))
  const number = asked?.replace(/\D/g, '')
  const byNumber = number !== undefined && number !== ''
  const { jid } = user.attrs
  const resident = byNumber ? findByNumber(world, number) : findResident(world, jid)

  const content: BinaryNode[] = []
  for (const { tag } of wanted) {
    if (isFailing(failing, 'protocol', tag)) continue
    if (isFailing(failing, 'user', tag)) {
      content.push(stanza(tag, {}, [errorNode(failing)]))
      continue
    }
    if (tag === 'contact') {
      const type = resident ? 'in' : 'out'
      content.push(stanza('contact', { type }, asked ? Buffer.from(asked) : undefined))
    }
    // A query by LID needs no mapping, and Baileys would take the LID for a phone number.
    if (tag === 'lid' && resident?.lid && !isLid(jid)) {
      content.push(stanza('lid', { val: lidJid(resident) }))
    }
    if (tag === 'status' && resident) content.push(aboutOf(world, resident))
    if (tag === 'devices' && resident) content.push(deviceList(world, resident, { jid, settings }))
  }
  if (byNumber && wanted.some(byLidForm)) return stanza('user', lidFormAttrs(resident), content)
  const fallback = byNumber ? writeJid({ user: number, device: 0, server }) : (jid ?? '')
  return stanza('user', { jid: resident && byNumber ? phoneJid(resident) : fallback }, content)
}

/** What is not shown is refused, as seen of people who show it to their contacts alone. */
function aboutOf(world: World, { name }: Resident): BinaryNode {
  const { about } = world.behaviours.of(name)
  if (about === null) return stanza('status', { code: '401' })
  return stanza('status', { t: String(Math.floor(Date.now() / 1000)) }, Buffer.from(about))
}

/** Whether a contact is asked for as WhatsApp Web does since 2026, for its LID and number. */
function byLidForm({ tag, attrs }: BinaryNode): boolean {
  return tag === 'contact' && attrs.addressing_mode === 'lid'
}

function lidFormAttrs(resident: Resident | undefined): Record<string, string> {
  if (!resident) return {}
  return { jid: lidJid(resident), pn_jid: phoneJid(resident) }
}

function isLid(jid: string | undefined): boolean {
  return readJid(jid)?.server === LID_SERVER
}

function deviceList(
  world: World,
  resident: Resident,
  { jid, settings }: { jid: string | undefined; settings: AccountSettings },
): BinaryNode {
  const isHidden = settings.addressing === 'lid' && settings.devicesByPn === 'empty' && !isLid(jid)
  const ids = isHidden ? [] : devicesOf(world, resident)
  const devices = ids.map((id) =>
    stanza('device', id === 0 ? { id: '0' } : { id: String(id), 'key-index': String(id) }),
  )
  const hash = listHash(ids)
  return stanza('devices', {}, [stanza('device-list', ids.length > 0 ? { hash } : {}, devices)])
}

/** Whether the client has the list of devices as it is: then the answer leaves the person out. */
function isUnchanged(world: World, user: BinaryNode, settings: AccountSettings): boolean {
  const known = childOf(user, 'devices')?.attrs.device_hash
  const resident = findResident(world, user.attrs.jid)
  if (known === undefined || !resident) return false
  world.stats.askedByHash += 1
  const list = childOf(
    deviceList(world, resident, { jid: user.attrs.jid, settings }),
    'device-list',
  )
  return list?.attrs.hash === known
}

function listHash(ids: readonly number[]): string {
  return `2:${createHash('sha256').update(ids.join()).digest('base64').slice(0, 8)}`
}

function takeError(world: World, names: readonly string[]): UsyncError | null {
  const error = world.faults.usyncError
  if (!error?.protocols.some((name) => names.includes(name))) return null
  const left = error.count - 1
  world.faults.usyncError = left > 0 ? { ...error, count: left } : null
  return error
}

/** Returns the refusal if more numbers are asked for than the server allows in a while. */
function overRate(
  world: World,
  { names, count }: { names: readonly string[]; count: number },
): UsyncError | null {
  const rate = world.faults.usyncRate
  if (!rate || !names.includes('contact')) return null
  const now = Date.now()
  const { recent } = world.usyncLog
  world.usyncLog.recent = recent.filter(({ at }) => now - at < rate.perMs)
  const sum = world.usyncLog.recent.reduce((total, one) => total + one.count, 0)
  world.usyncLog.recent.push({ at: now, count })
  if (sum + count <= rate.numbers) return null
  return { level: 'iq', code: 429, backoff: rate.backoff, protocols: ['contact'], count: 1 }
}

function refusalOf({ code, backoff }: UsyncError): Refusal {
  const text = code === 429 ? 'rate-overlimit' : 'error'
  return { code: String(code), text, ...(backoff !== null && { backoff: String(backoff) }) }
}

function errorNode(error: UsyncError | null): BinaryNode {
  return stanza('error', error ? refusalOf(error) : {})
}

function isFailing(error: UsyncError | null, level: UsyncError['level'], name: string): boolean {
  return error?.level === level && error.protocols.includes(name)
}

function note(world: World, { names, count }: { names: readonly string[]; count: number }): void {
  const { stats, usyncLog } = world
  stats.usyncs += 1
  if (!names.includes('contact')) return
  const now = Date.now()
  const gapMs = now - usyncLog.lastContactAt
  const shortest = stats.shortestContactGapMs
  if (usyncLog.lastContactAt > 0 && (shortest === null || gapMs < shortest)) {
    stats.shortestContactGapMs = gapMs
  }
  usyncLog.lastContactAt = now
  stats.contactQueries += 1
  stats.contactsAsked += count
  stats.contactsAtOnce = Math.max(stats.contactsAtOnce, count)
}
