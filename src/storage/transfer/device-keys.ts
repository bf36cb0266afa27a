import { join } from 'node:path'
import { DamagedKeysError, type KeyLog } from '../../domain/devices/device-keys.ts'
import type { Spool } from '../../domain/devices/spool.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import type { Owned } from '../../domain/store.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, byText, type MovedDevice, type MovedKey } from '../../domain/transfer/portions.ts'
import type { Damages } from '../damage/damages.ts'
import { openDeviceKeys } from '../keys/device-keys.ts'

const KEYS_AT_ONCE = 500

type Device = { readonly key: DeviceKey }

/**
 * WhatsApp's keys of all devices, and what arrived and was not handled. Keys that were put aside are of
 * no use to anybody, and stay where they are.
 */
export function portableDeviceKeys({
  dir,
  damages,
  listDevices,
}: {
  readonly dir: string
  readonly damages: Damages
  readonly listDevices: () => Promise<readonly Owned<Device>[]>
}): Portable<MovedDevice, MovedKey> {
  const authDir = join(dir, 'auth')
  const keysOf = openDeviceKeys(authDir)
  return { dump, fill }

  async function* dump() {
    const devices = (await listDevices()).map(({ userId, record }) => ({
      ...{ userId, key: record.key },
    }))
    for (const device of devices.sort(byNames(namesOf))) {
      const opened = await open(device.key)
      if (!opened) continue
      const { label, log, spool } = opened
      try {
        const isEmpty = label === null && log.names().length === 0 && spool.waiting().size === 0
        if (!isEmpty) yield { head: { ...device, label }, rows: rowsOf(log, spool) }
      } finally {
        await log.close()
        await spool.close()
      }
    }
  }

  /** Without its keys a device asks for a new pairing, here as there. */
  async function open(key: DeviceKey) {
    const keys = keysOf(key)
    try {
      const label = await keys.findLabel()
      const log = await keys.open()
      const spool = await keys.openSpool()
      if (spool.damage !== null) await damages.tell(join(authDir, key), spool.damage)
      return { label, log, spool }
    } catch (error) {
      if (!(error instanceof DamagedKeysError)) throw error
      await damages.tell(join(authDir, key), error.message)
      return undefined
    }
  }

  async function fill(portions: AsyncIterable<Portion<MovedDevice, MovedKey>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const keys = keysOf(head.key)
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
  for (const row of rows) if ('event' in row) await spool.add(row.event)
}

async function* rowsOf(log: KeyLog, spool: Spool): AsyncGenerator<readonly MovedKey[]> {
  const names = [...log.names()].sort(byText)
  for (let from = 0; from < names.length; from += KEYS_AT_ONCE) {
    yield names.slice(from, from + KEYS_AT_ONCE).flatMap((name) => {
      const value = log.read(name)
      return value === undefined ? [] : [{ name, value }]
    })
  }
  for (const event of spool.waiting().values()) yield [{ event }]
}

function namesOf({ userId, key }: Omit<MovedDevice, 'label'>) {
  return [userId, key]
}
