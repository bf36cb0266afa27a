import type { Clock } from '../../clock.ts'
import type { DeviceKey } from '../../messenger.ts'
import type { OwnedStore } from '../../store.ts'
import { newStanding, type Standing } from './standing.ts'

export type StandingBook = Awaited<ReturnType<typeof createStandingBook>>

/** Counts need not be on the disk at once. */
const SAVE_INTERVAL_MS = 3_000

/** The standings of all devices in memory, and on the disk a little later or at once. */
export async function createStandingBook({
  store,
  findOwner,
  clock,
  onFault,
}: {
  readonly store: OwnedStore<Standing>
  readonly findOwner: (key: DeviceKey) => { userId: string; deviceId: string } | undefined
  readonly clock: Clock
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const standings = new Map<DeviceKey, Standing>()
  const unsaved = new Set<DeviceKey>()
  let cancelSave: (() => void) | undefined

  for (const { record } of await store.listAll()) standings.set(record.key, record)

  return { find: (key: DeviceKey) => standings.get(key), of, keys, put, keep, forget, flush }

  function keys(): readonly DeviceKey[] {
    return [...standings.keys()]
  }

  /** A new one where none is kept; `undefined` for a device that is gone. */
  function of(key: DeviceKey): Standing | undefined {
    const known = standings.get(key)
    if (known) return known
    const owner = findOwner(key)
    return owner && newStanding(owner.deviceId, key)
  }

  function put(key: DeviceKey, standing: Standing): void {
    standings.set(key, standing)
    unsaved.add(key)
    cancelSave ??= clock.after(SAVE_INTERVAL_MS, () => {
      flush().catch((error) => onFault(error, key))
    })
  }

  /**
   * Resolves when the standing is on the disk.
   * @throws AppError `storage_unavailable`; it is saved with the next change
   */
  async function keep(key: DeviceKey): Promise<void> {
    const standing = standings.get(key)
    const owner = findOwner(key)
    unsaved.delete(key)
    if (!standing || !owner) return
    try {
      await store.save(owner.userId, standing)
    } catch (error) {
      unsaved.add(key)
      throw error
    }
  }

  async function forget(key: DeviceKey, owner: { userId: string; deviceId: string }) {
    standings.delete(key)
    unsaved.delete(key)
    await store.remove(owner.userId, owner.deviceId)
  }

  /** Saves what has changed. What the disk refuses is saved with the next change. */
  async function flush(): Promise<void> {
    cancelSave?.()
    cancelSave = undefined
    for (const key of [...unsaved]) await keep(key)
  }
}
