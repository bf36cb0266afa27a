import { join } from 'node:path'
import { DamagedKeysError, type KeyLog } from '../../domain/devices/device-keys.ts'
import type { Spool } from '../../domain/devices/spool.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import type { Owned } from '../../domain/store.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import {
  byDevice,
  byText,
  type MovedDevice,
  type MovedKey,
} from '../../domain/transfer/portions.ts'
import type { Damages } from '../damage/damages.ts'
import { namesIn } from '../files/names-in.ts'
import { asideFolderOf, folderNameOf, keysIn, readAsideFolder } from '../keys/device-keys.ts'
import { isAsideSpool } from '../keys/spool.ts'

const AUTH = 'auth'
const KEYS_AT_ONCE = 500
const EVENTS_AT_ONCE = 500

type Device = { readonly key: DeviceKey }
/** Keys of a device, with the name of their folder. */
type Store = Omit<MovedDevice, 'label'> & { readonly name: string }

/**
 * WhatsApp's keys of all devices, including those of earlier pairings, and the events that arrived
 * and were not handled yet.
 */
export function portableDeviceKeys({
  dir,
  damages,
  listDevices,
  onLeft,
}: {
  readonly dir: string
  readonly damages: Damages
  readonly listDevices: () => Promise<readonly Owned<Device>[]>
  /** Called with the path of what cannot be moved; maybe more than once for one path. */
  readonly onLeft: (path: string) => void
}): Portable<MovedDevice, MovedKey> {
  return { dump, fill }

  async function* dump() {
    for (const { name, ...store } of await stores()) {
      for (const file of await namesIn(join(dir, AUTH, name))) {
        if (isAsideSpool(file)) onLeft(join(AUTH, name, file))
      }
      const opened = await open(store, name)
      if (!opened) continue
      const { label, log, spool } = opened
      try {
        const isEmpty = label === null && log.names().length === 0 && spool.waiting().size === 0
        if (!isEmpty) yield { head: { ...store, label }, rows: rowsOf(log, spool) }
      } finally {
        await log.close()
        await spool.close()
      }
    }
  }

  async function stores(): Promise<readonly Store[]> {
    const found = new Map<string, Store>()
    for (const { userId, record } of await listDevices()) {
      const name = folderNameOf(record.key)
      found.set(name, { userId, key: record.key, aside: null, name })
    }
    for (const name of await namesIn(join(dir, AUTH))) {
      if (found.has(name)) continue
      const read = readAsideFolder(name)
      const device = read && found.get(read.folderName)
      // Keys of a device that was removed: their user is not known any more.
      if (device) found.set(name, { ...device, aside: read.aside, name })
      else onLeft(join(AUTH, name))
    }
    return [...found.values()].sort(byDevice)
  }

  /**
   * Opens the keys; returns `undefined` for damaged ones. Without them the device needs a new
   * pairing, with or without the move.
   */
  async function open({ aside }: Pick<Store, 'aside'>, name: string) {
    const path = join(dir, AUTH, name)
    const keys = keysIn(path)
    try {
      const label = await keys.findLabel()
      const log = await keys.open()
      const spool = await keys.openSpool()
      if (spool.damage !== null) await damages.report(path, spool.damage)
      return { label, log, spool }
    } catch (error) {
      if (!(error instanceof DamagedKeysError)) throw error
      if (aside !== null) onLeft(join(AUTH, name))
      else await damages.report(path, error.message)
      return undefined
    }
  }

  async function fill(portions: AsyncIterable<Portion<MovedDevice, MovedKey>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const folder = join(dir, AUTH, folderNameOf(head.key))
      const keys = keysIn(head.aside === null ? folder : asideFolderOf(folder, head.aside))
      if (head.label) await keys.saveLabel(head.label)
      const [log, spool] = [await keys.open(), await keys.openSpool()]
      try {
        for await (const some of rows) await put(some, { log, spool })
        await log.sync()
      } finally {
        await log.close()
        await spool.close()
      }
    }
  }
}

async function put(
  rows: readonly MovedKey[],
  { log, spool }: { readonly log: KeyLog; readonly spool: Spool },
): Promise<void> {
  log.commit(rows.flatMap((row) => ('event' in row ? [] : { key: row.name, value: row.value })))
  // Added together, in their order, so that the events of one piece share their writes.
  await Promise.all(rows.flatMap((row) => ('event' in row ? spool.add(row.event) : [])))
}

async function* rowsOf(log: KeyLog, spool: Spool): AsyncGenerator<readonly MovedKey[]> {
  const names = [...log.names()].sort(byText)
  for (let from = 0; from < names.length; from += KEYS_AT_ONCE) {
    yield names.slice(from, from + KEYS_AT_ONCE).flatMap((name) => {
      const value = log.read(name)
      return value === undefined ? [] : [{ name, value }]
    })
  }
  const events = [...spool.waiting().values()]
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    yield events.slice(from, from + EVENTS_AT_ONCE).map((event) => ({ event }))
  }
}
