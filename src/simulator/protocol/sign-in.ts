import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { notifyOwnDevices } from '../messages/device-notices.ts'
import { findByNumber, lidJid } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import type { Connection } from './connection.ts'
import type { LoginFailure } from './end-kinds.ts'
import { failureNode, isOlder, streamEndNode } from './ends.ts'
import { secondsNow, stanza } from './stanza.ts'

/** Logs a known client in, or refuses it with the reason. Returns the client of the connection. */
export function signIn(
  world: World,
  connection: Connection,
  client: { clientStatic: Buffer; payload: proto.ClientPayload },
): Companion | undefined {
  const refused = refusalOf(world, client.payload) ?? world.faults.failLogin
  if (refused !== null) {
    refuseLogin(world, connection, refused)
    return undefined
  }
  const phone = String(client.payload.username ?? '')
  const account = world.findAccount(phone)
  const companion = account?.companions.get(client.payload.device ?? 0)
  const resident = findByNumber(world, phone)
  if (!companion || !resident || !companion.noiseKey.equals(client.clientStatic)) {
    refuseLogin(world, connection, 401)
    return undefined
  }
  if (companion.connection) endWith(companion.connection, streamEndNode('replaced'))
  companion.connection = connection
  world.stats.logins += 1
  const lid = lidJid(resident, companion.device)
  connection.send(stanza('success', { t: secondsNow(), lid, location: 'sim', display_name: '' }))
  const { clientExpiration } = world.faults
  if (clientExpiration) {
    const t = String(Math.floor(Date.parse(clientExpiration.at) / 1000))
    connection.send(stanza('ib', {}, [stanza('client_expiration', { t })]))
  }
  return companion
}

const TOO_OLD = 405

/** The reason to refuse any client of this version; null where there is none. */
export function refusalOf({ faults }: World, payload: proto.ClientPayload): number | null {
  const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {}
  const version = [primary ?? 0, secondary ?? 0, tertiary ?? 0]
  const { minVersion, clientExpiration } = faults
  if (minVersion !== null && isOlder(version, minVersion)) return TOO_OLD
  const isExpired = clientExpiration && Date.parse(clientExpiration.at) <= Date.now()
  return isExpired && isOlder(version, clientExpiration.minVersion) ? TOO_OLD : null
}

export function endWith(connection: Connection, error: BinaryNode): void {
  connection.send(error)
  connection.end()
}

export function refuseLogin(
  world: World,
  connection: Connection,
  failure: number | LoginFailure,
): void {
  world.stats.refusedLogins += 1
  endWith(connection, failureNode(failure))
}

/** The client is linked no longer: its session ends, and its next login is refused. */
export function removeCompanion(world: World, companion: Companion): void {
  companion.account.companions.delete(companion.device)
  if (companion.connection) endWith(companion.connection, streamEndNode('device_removed'))
  companion.connection = undefined
  companion.outbox.clear()
  notifyOwnDevices(world, companion)
  world.changed(companion.account)
}
