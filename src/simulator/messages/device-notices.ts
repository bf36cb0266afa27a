import { randomUUID } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { secondsNow, stanza } from '../protocol/stanza.ts'
import {
  devicesOf,
  FIRST_LINKED,
  findByNumber,
  keysOf,
  lidJid,
  phoneJid,
  type Resident,
} from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import { deliver } from './outbox.ts'

/** A person's phone is set up anew: its keys are others, and no session holds any more. */
export function reinstall(world: World, resident: Resident): void {
  const { name } = resident
  const person = world.person(name)
  const gone = devicesOf(world, resident).map((id) => keysOf(world, name, id).signedPreKeyId)
  world.reinstalls.set(name, (world.reinstalls.get(name) ?? 0) + 1)
  const kept = devicesOf(world, resident).map((id) => keysOf(world, name, id).signedPreKeyId)
  person.sessions = []
  person.forgottenKeys = new Set(gone.filter((id) => !kept.includes(id)))
  notifyOthers(world, resident, () => notification('encrypt', resident, [stanza('identity', {})]))
}

/** A person's phone was put back from an older copy of itself: it has its keys, and no session. */
export function forgetSessions(world: World, { name }: Resident): void {
  world.person(name).sessions = []
}

/** A person links one more device. */
export function linkDevice(world: World, resident: Resident): void {
  const linked = devicesOf(world, resident).filter((id) => id > 0)
  const added = Math.max(FIRST_LINKED - 1, ...linked) + 1
  world.linkedDevices.set(resident.name, [...linked, added])
  notifyOthers(world, resident, () => deviceNotice(resident, 'add', added))
}

/** A person unlinks the device linked last. */
export function unlinkDevice(world: World, resident: Resident): void {
  const linked = devicesOf(world, resident).filter((id) => id > 0)
  const removed = linked.pop()
  if (removed === undefined) return
  world.linkedDevices.set(resident.name, linked)
  const person = world.person(resident.name)
  person.sessions = person.sessions.filter(({ device }) => device !== removed)
  notifyOthers(world, resident, () => deviceNotice(resident, 'remove', removed))
}

/** Notifies an account's clients that one was linked or removed. */
export function notifyOwnDevices(world: World, { account, device }: Companion): void {
  const resident = findByNumber(world, account.phone)
  if (!resident || !world.accountTable.of(account.phone).tellsDevices) return
  const devices = devicesOf(world, resident).map((id) =>
    stanza('device', {
      jid: phoneJid(resident, id),
      ...(id > 0 && { 'key-index': String(id) }),
    }),
  )
  for (const companion of account.companions.values()) {
    if (companion.device === device) continue
    deliver(
      world,
      companion,
      notification('account_sync', resident, [stanza('devices', { dhash: '2:own' }, devices)]),
    )
  }
}

function notifyOthers(world: World, { name }: Resident, make: () => BinaryNode): void {
  for (const [account, { companions }] of world.accounts) {
    if (account === name || !world.accountTable.of(account).tellsDevices) continue
    for (const companion of companions.values()) deliver(world, companion, make())
  }
}

function deviceNotice(resident: Resident, tag: 'add' | 'remove', id: number): BinaryNode {
  const attrs = { jid: phoneJid(resident, id), lid: lidJid(resident, id), 'key-index': String(id) }
  return notification('devices', resident, [
    stanza(tag, { device_hash: '2:changed' }, [stanza('device', attrs)]),
  ])
}

function notification(type: string, resident: Resident, content: BinaryNode[]): BinaryNode {
  const attrs = { type, from: phoneJid(resident), id: randomUUID(), t: secondsNow() }
  const lid = resident.lid === null ? {} : { lid: lidJid(resident) }
  return stanza('notification', { ...attrs, ...lid }, content)
}
