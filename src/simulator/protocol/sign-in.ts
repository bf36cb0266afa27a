import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { tellOwnDevices } from '../messages/device-notices.ts'
import { findByNumber, lidJid } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import type { Connection } from './connection.ts'
import { secondsNow, stanza } from './stanza.ts'

/** Logs a known client in, or refuses it with the reason. Returns the client of the connection. */
export function signIn(
  world: World,
  connection: Connection,
  client: { clientStatic: Buffer; payload: proto.ClientPayload },
): Companion | undefined {
  const refused = world.faults.failLogin
  if (refused !== null) {
    fail(connection, refused)
    return undefined
  }
  const phone = String(client.payload.username ?? '')
  const account = world.findAccount(phone)
  const companion = account?.companions.get(client.payload.device ?? 0)
  const resident = findByNumber(world, phone)
  if (!companion || !resident || !companion.noiseKey.equals(client.clientStatic)) {
    fail(connection, 401)
    return undefined
  }
  if (companion.connection) endWith(companion.connection, replaced)
  companion.connection = connection
  world.stats.logins += 1
  const lid = lidJid(resident, companion.device)
  connection.send(stanza('success', { t: secondsNow(), lid, location: 'sim', display_name: '' }))
  return companion
}

export const replaced = stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })])

const removed = stanza('stream:error', { code: '401' }, [
  stanza('conflict', { type: 'device_removed' }),
])

export function endWith(connection: Connection, error: BinaryNode): void {
  connection.send(error)
  connection.end()
}

/** The client is linked no longer: its session ends, and its next login is refused. */
export function removeCompanion(world: World, companion: Companion): void {
  companion.account.companions.delete(companion.device)
  if (companion.connection) endWith(companion.connection, removed)
  companion.connection = undefined
  companion.outbox.clear()
  tellOwnDevices(world, companion)
  world.changed()
}

function fail(connection: Connection, reason: number): void {
  endWith(connection, stanza('failure', { reason: String(reason) }))
}
