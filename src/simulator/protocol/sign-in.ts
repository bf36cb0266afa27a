import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { findByNumber, lidJid } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import type { Link } from './connection.ts'
import { secondsNow, stanza } from './stanza.ts'

/** Logs a known client in, or tells it why not. Gives the client that the link now stands for. */
export function signIn(
  world: World,
  link: Link,
  client: { clientStatic: Buffer; payload: proto.ClientPayload },
): Companion | undefined {
  const refused = world.faults.failLogin
  if (refused !== null) {
    fail(link, refused)
    return undefined
  }
  const phone = String(client.payload.username ?? '')
  const account = world.findAccount(phone)
  const companion = account?.companions.get(client.payload.device ?? 0)
  const resident = findByNumber(world, phone)
  if (!companion || !resident || !companion.noiseKey.equals(client.clientStatic)) {
    fail(link, 401)
    return undefined
  }
  if (companion.link) endWith(companion.link, replaced)
  companion.link = link
  world.stats.logins += 1
  const lid = lidJid(resident, companion.device)
  link.send(stanza('success', { t: secondsNow(), lid, location: 'sim', display_name: '' }))
  return companion
}

export const replaced = stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })])

const removed = stanza('stream:error', { code: '401' }, [
  stanza('conflict', { type: 'device_removed' }),
])

export function endWith(link: Link, error: BinaryNode): void {
  link.send(error)
  link.end()
}

/** The client is linked no longer: its session ends, and its next login is refused. */
export function removeCompanion(world: World, companion: Companion): void {
  companion.account.companions.delete(companion.device)
  if (companion.link) endWith(companion.link, removed)
  companion.link = undefined
  companion.outbox.clear()
  world.changed()
}

function fail(link: Link, reason: number): void {
  endWith(link, stanza('failure', { reason: String(reason) }))
}
