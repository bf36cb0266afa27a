import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths, and the seconds that a file there takes beside others on two cores. */
type Seconds = readonly (readonly [string, number])[]

/** Files that mostly wait, for hours, pauses and other processes. */
const waiting: Seconds = [
  ['/tests/e2e/cluster/chaos.', 112],
  ['/tests/browser/steady.', 104],
  ['/tests/e2e/faults.', 54],
  ['/tests/e2e/own-phone.', 38],
  ['/tests/e2e/stats.', 36],
  ['/tests/browser/outage.', 32],
  ['/tests/browser/journey.', 27],
  ['/tests/e2e/replies.', 24],
  ['/tests/e2e/opt-out.', 23],
  ['/tests/daemon/postgres-node.', 21],
  ['/tests/whatsapp/connection/ends.', 21],
  ['/tests/e2e/webhooks.', 20],
  ['/tests/whatsapp/directory/server-moods.', 18],
  ['/tests/storage-postgres/database.', 16],
  ['/tests/whatsapp/hosts/host-pool.', 13],
  ['/tests/whatsapp/hosts/messenger.', 12],
  ['/tests/cli/devices/connect.', 11],
  ['/tests/jobs/scheduler.', 10],
]

/** Files that work all the time. Others take one second at most. */
const working: Seconds = [
  ['/tests/browser/every-dialog.', 101],
  ['/tests/simulation/simulation.', 83],
  ['/tests/browser/every-screen.', 81],
  ['/tests/browser/', 12],
  ['/tests/fuzz/', 11],
  ['/tests/e2e/', 5],
  ['/tests/daemon/', 4],
  ['/tests/simulator/', 2.4],
  ['/tests/storage/', 1.8],
  ['/tests/cli/', 1.6],
  ['/tests/whatsapp/', 1.6],
  ['/tests/http/', 1.3],
]

/**
 * Files with processes of their own kind: among the others each change would start new processes.
 */
const last = '/tests/web/'

/**
 * Runs the waiting files one after another from the beginning, and the working ones beside them,
 * the longest first: if all waiting files began together the cores would be idle, and so they would
 * be while the last one waits. A class, since Vitest takes nothing else.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLast = ({ moduleId }: TestSpecification) => moduleId.includes(last)
    const waits = sorted.flatMap((file) => known(file, waiting) ?? [])
    const isWaiting = new Set(waits.map(({ file }) => file))
    const works = sorted
      .filter((file) => !isLast(file) && !isWaiting.has(file))
      .map((file) => known(file, working) ?? { file, seconds: 1 })
    return [...beside(longestFirst(waits), longestFirst(works)), ...sorted.filter(isLast)]
  }
}

type Timed = { readonly file: TestSpecification; readonly seconds: number }

function known(file: TestSpecification, table: Seconds): Timed | undefined {
  const entry = table.find(([part]) => file.moduleId.includes(part))
  return entry && { file, seconds: entry[1] }
}

function longestFirst(files: readonly Timed[]): Timed[] {
  return files.toSorted((one, other) => other.seconds - one.seconds)
}

/**
 * Share of the working files that have begun when the last waiting file begins; the rest runs
 * beside it.
 */
const BEFORE_LAST_WAIT = 0.85

/** Merges both in their order: after each waiting file, its share of the working ones. */
function beside(waits: readonly Timed[], works: readonly Timed[]): TestSpecification[] {
  const share = (BEFORE_LAST_WAIT * sumOf(works)) / sumOf(waits)
  const order: Timed[] = []
  let next = 0
  let due = 0
  for (const wait of waits) {
    order.push(wait)
    due += wait.seconds * share
    for (let work = works[next]; work && due > 0; work = works[next]) {
      order.push(work)
      due -= work.seconds
      next += 1
    }
  }
  return [...order, ...works.slice(next)].map(({ file }) => file)
}

function sumOf(files: readonly Timed[]): number {
  return files.reduce((sum, { seconds }) => sum + seconds, 0)
}
