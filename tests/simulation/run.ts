import { createDisk } from './machine/disk.ts'
import { type Machine, runOn } from './machine/machine.ts'
import { createRandom } from './machine/random.ts'
import { createTimeline, world } from './machine/timeline.ts'
import { pauses } from './world/acts.ts'
import { createChaos } from './world/chaos.ts'
import { createViews } from './world/invariants.ts'
import { createMessageChecks } from './world/message-checks.ts'
import { createModel } from './world/model.ts'
import { createOutsiders } from './world/outsiders.ts'
import { createPeople } from './world/people.ts'
import { createProgram } from './world/program.ts'
import { createReceivers } from './world/receivers.ts'
import { createStandingChecks } from './world/standing-checks.ts'
import { createTrace } from './world/trace.ts'
import { createWhatsapp } from './world/whatsapp.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Everything due has ended within this time, also after restrictions and clocks set back. */
const END_LIMIT_MS = 72 * HOUR_MS
/** A little longer than from the first to the last try to deliver an event to a webhook. */
const WEBHOOK_TRIES_MS = 2 * HOUR_MS
const LOOK_MS = 17 * MINUTE_MS
/** Time between two checks whether everything has ended: at first, and at most. */
const END_LOOK_MS = 10 * MINUTE_MS
const MAX_END_LOOK_MS = HOUR_MS

export type Outcome = {
  readonly seed: number
  readonly failures: readonly string[]
  /** The last lines of the trace before the first failure. */
  readonly trace: readonly string[]
  /** Equal in every run of this seed. */
  readonly digest: string
  readonly simulatedMs: number
  readonly steps: number
  readonly messages: number
}

/** One life of the program, repeated exactly by its seed. */
export async function simulate(seed: number, { traceLines = 60 } = {}): Promise<Outcome> {
  const random = createRandom(seed)
  const timeline = createTimeline()
  const pause = pauses(timeline)
  const machine: Machine = {
    timeline,
    disk: createDisk({ timeline, random: random.fork('disk') }),
    random: random.fork('program'),
    whatsapp: createWhatsapp({ timeline, random: random.fork('whatsapp') }),
    receivers: createReceivers({ timeline, random: random.fork('receivers') }),
    process: world,
    app: undefined,
    isQuiet: false,
  }
  runOn(machine)
  const failures: string[] = []
  const trace = createTrace(timeline)
  let lastWords: readonly string[] = []
  const broken = (what: string) => {
    if (failures.length === 0) lastWords = trace.last(traceLines)
    failures.push(what)
    trace.note(`BROKEN: ${what}`)
  }

  const model = createModel()
  const program = createProgram({
    machine,
    trace,
    onBroken: broken,
    mayBeDamaged: (path) => [...model.rotten].some((id) => path.startsWith(`lists/${id}.`)),
  })
  const lifeMs = random.between(30, 180) * MINUTE_MS
  const isOver = () => timeline.elapsed() >= lifeMs || failures.length > 0
  const chaos = createChaos({
    machine,
    program,
    model,
    random: random.fork('chaos'),
    trace,
    isOver,
  })
  const standing = createStandingChecks({ machine, program, model, broken })
  const people = createPeople({
    machine,
    program,
    model,
    random: random.fork('people'),
    isOver,
    broken,
    checkOne: standing.checkOne,
  })
  const outsiders = createOutsiders({ machine, model, random: random.fork('outsiders'), isOver })
  const messages = createMessageChecks({ machine, model, broken })
  const views = createViews({ timeline, program, model, broken })

  const acting = [
    chaos.live(),
    outsiders.live(),
    ...Array.from({ length: random.between(1, 3) }, people.arrive),
  ]
  timeline.after(LOOK_MS, look)
  await play(Promise.all(acting))
  if (failures.length === 0) await play(end())
  messages.check()
  return {
    seed,
    failures,
    trace: lastWords,
    digest: trace.digest(),
    simulatedMs: timeline.elapsed(),
    steps: timeline.steps(),
    messages: machine.whatsapp.taken.length,
  }

  /** Checks the campaigns of all people, now and then. */
  function look(): void {
    if (program.isUp()) {
      standing.checkClosed()
      views.checkLists().catch((error: unknown) => broken(String(error)))
    }
    timeline.after(machine.isQuiet ? MAX_END_LOOK_MS : LOOK_MS, look)
  }

  /** Lets time pass until this work is done. */
  async function play(work: Promise<unknown>): Promise<void> {
    let isDone = false
    let failure: unknown
    work.then(
      () => {
        isDone = true
      },
      (error: unknown) => {
        isDone = true
        failure = error
      },
    )
    while (!isDone && (failures.length === 0 || timeline.elapsed() < lifeMs)) {
      if (!(await timeline.step(Number.MAX_SAFE_INTEGER))) break
      messages.check()
      if (failures.length > 0) break
    }
    if (failure !== undefined)
      broken(failure instanceof Error ? (failure.stack ?? '') : String(failure))
    else if (!isDone && failures.length === 0) broken('everything stands still')
  }

  async function end(): Promise<void> {
    trace.note('everything works again')
    await chaos.calmDown()
    machine.isQuiet = true
    await people.reconnect()
    machine.whatsapp.lift(END_LIMIT_MS / 2)
    // Hours may have been chosen while the clock was ahead, and be that far away now.
    const aheadMs = timeline.latestSince(0) - timeline.now()
    const untilMs = timeline.elapsed() + aheadMs + END_LIMIT_MS
    for (let waitMs = END_LOOK_MS; timeline.elapsed() < untilMs; waitMs *= 1.3) {
      await pause(Math.min(waitMs, MAX_END_LOOK_MS))
      if (await views.hasEnded()) break
    }
    // Late receipts still come, and deliveries that a receiver refused are tried again.
    const lastTryMs = timeline.elapsed() + WEBHOOK_TRIES_MS
    do await pause(END_LOOK_MS)
    while (messages.missingDeliveries().length > 0 && timeline.elapsed() < lastTryMs)
    await views.checkLists()
    await standing.check()
    await views.checkEnds(machine.whatsapp.taken)
    messages.checkDeliveries()
  }
}
