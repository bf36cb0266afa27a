import { openCollection } from '../../storage/collections/collection.ts'
import { openDamages } from '../../storage/damage/damages.ts'
import { openOptOuts } from '../../storage/optouts/opt-outs.ts'
import { portableDeviceKeys } from '../../storage/transfer/device-keys.ts'
import { portableDirectSends } from '../../storage/transfer/direct-sends.ts'
import { portableLastMessages } from '../../storage/transfer/last-messages.ts'
import { openPortableLedgers } from '../../storage/transfer/ledgers.ts'
import { openPortableLists } from '../../storage/transfer/lists.ts'
import { portableOutboxes } from '../../storage/transfer/outboxes.ts'
import { portableRecords } from '../../storage/transfer/records.ts'
import { portableReplies } from '../../storage/transfer/replies.ts'
import { portableSettings } from '../../storage/transfer/settings.ts'
import { portableThreads } from '../../storage/transfer/threads.ts'
import { openPortableUploads } from '../../storage/transfer/uploads.ts'
import { plainKinds } from '../storage/record-kinds.ts'
import type { RecordKind } from '../storage/storage-driver.ts'
import type { Portables } from './portables.ts'

type Damage = { readonly path: string; readonly detail: string }

/**
 * What a folder keeps that nobody else has open. Damage is repaired as at a start of the program,
 * and reported.
 */
export async function openFolderPortables({
  dir,
  nowMs,
  onDamage,
  onLeft,
}: {
  readonly dir: string
  /** Decides what is old by now: the same moment for source and target. */
  readonly nowMs: number
  readonly onDamage: (damage: Damage) => void
  /** Gets the path of what was put aside and cannot be moved. */
  readonly onLeft: (path: string) => void
}): Promise<Portables & { close(): Promise<void> }> {
  const damages = await openDamages({ dir, onDamage })
  const place = { dir, damages }
  const timed = { ...place, nowMs }
  const closers: (() => Promise<unknown>)[] = []

  return {
    settings: portableSettings(place),
    lists: await openPortableLists(place),
    uploads: await openPortableUploads(place),
    ledgers: await openPortableLedgers(place),
    directSends: portableDirectSends(timed),
    lastMessages: portableLastMessages(timed),
    threads: portableThreads(place),
    replies: portableReplies(place),
    outboxes: portableOutboxes(place),
    deviceKeys: portableDeviceKeys({
      ...{ ...place, onLeft },
      listDevices: async () =>
        (await openCollection({ ...place, ...plainKinds.devices })).listAll(),
    }),
    records,
    keyedRecords: records,
    campaigns: records,
    optOuts: async () => {
      const optOuts = await openOptOuts(place)
      closers.push(optOuts.close)
      return portableRecords(optOuts)
    },
    close: async () => {
      for (const close of closers) await close()
    },
  }

  async function records<Record extends { readonly id: string }>(kind: RecordKind<Record>) {
    return portableRecords(await openCollection({ ...place, ...kind }))
  }
}
