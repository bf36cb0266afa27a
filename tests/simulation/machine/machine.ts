import type { Receivers } from '../world/receivers.ts'
import type { Whatsapp } from '../world/whatsapp.ts'
import type { Disk } from './disk.ts'
import type { Random } from './random.ts'
import type { Owner, Timeline } from './timeline.ts'

/** What the daemon answers calls with. */
export type Answering = { fetch(request: Request): Response | Promise<Response> }

/** The machine that the program runs on just now, and what it reaches from there. */
export type Machine = {
  readonly timeline: Timeline
  readonly disk: Disk
  /** Of the program: what it draws for ids and intervals. */
  readonly random: Random
  readonly whatsapp: Whatsapp
  readonly receivers: Receivers
  /** The process whose timers are its own, and die with it. */
  process: Owner
  /** Where its calls are answered; undefined while nothing listens. */
  app: Answering | undefined
  /** Nothing goes wrong any more: what remains is waiting for what is due. */
  isQuiet: boolean
}

/** Between two beats of anything while the machine is quiet. */
export const QUIET_BEAT_MS = 10 * 60_000

/** More than any piece of work asks of the machine before it waits for something. */
const ASKS_A_STEP = 50_000

let current: Machine | undefined
let step = 0
let asks = 0

/** @throws Error where the program goes round without ever waiting for anything */
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
