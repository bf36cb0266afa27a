import type { Receivers } from '../world/receivers.ts'
import type { Whatsapp } from '../world/whatsapp.ts'
import type { Disk } from './disk.ts'
import type { Random } from './random.ts'
import type { Owner, Timeline } from './timeline.ts'

/** The daemon's HTTP app, which answers calls. */
export type Answering = { fetch(request: Request): Response | Promise<Response> }

/** The machine that the program runs on just now, and what it reaches from there. */
export type Machine = {
  readonly timeline: Timeline
  readonly disk: Disk
  /** The program's source of ids and intervals. */
  readonly random: Random
  readonly whatsapp: Whatsapp
  readonly receivers: Receivers
  /** The running process, which owns its timers: they die with it. */
  process: Owner
  /** The app that answers calls; undefined while nothing listens. */
  app: Answering | undefined
  /** Whether nothing goes wrong any more, and all that remains is waiting for what is due. */
  isQuiet: boolean
}

/** Time between two beats of a repeated timer while the machine is quiet. */
export const QUIET_BEAT_MS = 10 * 60_000

/** More calls of `machine()` than any piece of work makes before it waits for something. */
const ASKS_A_STEP = 50_000

let current: Machine | undefined
let step = 0
let asks = 0

/** @throws Error where the program loops without ever waiting for anything */
export function machine(): Machine {
  if (!current) throw new Error('no simulated machine is running')
  const now = current.timeline.steps()
  asks = now === step ? asks + 1 : 0
  step = now
  if (asks > ASKS_A_STEP) throw new Error('the program goes round and round')
  return current
}

export function isRunning(): boolean {
  return current !== undefined
}

export function runOn(next: Machine): void {
  current = next
}
