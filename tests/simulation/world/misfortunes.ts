import type { Backup } from '../machine/disk.ts'
import type { ActNeeds } from './acts.ts'
import { keepPromises, tagOf } from './model.ts'
import type { Trace } from './trace.ts'

const DATA_DIR = '/data'
/** The first bytes are left alone: damage to a header is another case. */
const HEADER_BYTES = 200

/** What happens to the data folder from outside of the program. */
export function createMisfortunes({
  machine: { timeline, disk, whatsapp },
  model,
  random,
  trace,
}: Pick<ActNeeds, 'machine' | 'model' | 'random'> & { readonly trace: Trace }) {
  let backup: { readonly files: Backup; readonly promisesBack: (nowMs: number) => void } | undefined

  return { backUp, putBack, rot }

  /** Must be called while no process runs. */
  function backUp(): void {
    trace.note('a backup is made')
    const begun = new Set(whatsapp.taken.map(({ text }) => tagOf(text)))
    backup = { files: disk.copy(), promisesBack: keepPromises(model, begun) }
  }

  /** Must be called while no process runs. */
  function putBack(): void {
    if (!backup) {
      backUp()
      return
    }
    trace.note('the backup is put back')
    disk.putBack(backup.files, DATA_DIR)
    backup.promisesBack(timeline.elapsed())
    whatsapp.forgetTold()
  }

  /** Changes a byte of a person's list. */
  function rot(): void {
    // Most often a list that a campaign is still to read.
    const awaited = [...model.campaigns.values()].filter(({ hour, deletedMs, stoppedMs }) => {
      return hour.notBefore > timeline.now() && deletedMs + stoppedMs === Number.POSITIVE_INFINITY
    })
    const lists = model.people.flatMap(({ lists: own }) => [...own])
    const wanted = awaited.length > 0 ? random.pick(awaited).list : undefined
    const found = lists.find(([, list]) => list === wanted)
    if (lists.length === 0) return
    const [id, list] = found ?? random.pick(lists)
    const path = [...disk.names.tree().files.keys()].find((each) =>
      each.startsWith(`${DATA_DIR}/lists/${id}.`),
    )
    const length = path === undefined ? 0 : (disk.file(path)?.bytes.length ?? 0)
    if (path === undefined || length < 2 * HEADER_BYTES) return
    trace.note(`a byte of ${path} turns`)
    list.isRotten = true
    model.rotten.add(id)
    disk.flipByte(path, random.between(HEADER_BYTES, length - HEADER_BYTES))
  }
}
