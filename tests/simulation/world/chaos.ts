import { type ActNeeds, pauses } from './acts.ts'
import { createMisfortunes } from './misfortunes.ts'
import type { Trace } from './trace.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long lines may gather before the power fails: the time from one message to the next. */
const GATHERING_MS = 90_000
/** How long people hurry to change their campaigns after the clock has jumped forward. */
const RUSH_MS = 45_000
/** How long people end what runs while the disk refuses writes. */
const ALARM_MS = 30_000

/** What befalls a machine and its surroundings, at random. */
export function createChaos({
  machine,
  program,
  model,
  random,
  trace,
  isOver,
}: ActNeeds & {
  readonly trace: Trace
  readonly isOver: () => boolean
}) {
  const { timeline, disk, whatsapp, receivers } = machine
  const pause = pauses(timeline)
  const misfortunes = createMisfortunes({ machine, model, random: random.fork('disk'), trace })
  const blows = [
    restart,
    restart,
    restart,
    restart,
    restart,
    disturbDisk,
    refuseEnds,
    disturbWhatsapp,
    disturbWhatsapp,
    breakConnections,
    disturbReceivers,
    setClock,
    setClock,
    tendBackups,
    tendBackups,
    tendBackups,
    async () => misfortunes.rot(),
    async () => misfortunes.rot(),
  ]

  return { live, calmDown }

  async function live(): Promise<void> {
    await comeBack()
    while (!isOver()) {
      await pause(random.between(1_000, 12 * MINUTE_MS))
      if (!isOver()) await random.pick(blows)()
    }
  }

  /** Everything works again, for good. */
  async function calmDown(): Promise<void> {
    disk.setFaults({})
    whatsapp.setFaults({})
    receivers.setFaults({})
    // Most often the clock is set right, too; else what is due may be a day away.
    if (random.chance(0.8)) jump(-timeline.jumped())
    if (!program.isUp()) await comeBack()
  }

  async function restart(): Promise<void> {
    // Most often the program goes down in the middle of something.
    await untilBusy()
    await goDown()
    await pause(random.between(10, 60_000))
    await comeBack()
  }

  async function goDown(): Promise<void> {
    const fate = random.next()
    if (fate < 0.5) program.kill()
    else if (fate < 0.85) await cutPower()
    else await program.stop()
  }

  /** Cuts the power, most often while lines gathered during a slow sync are still to be synced. */
  async function cutPower(): Promise<void> {
    if (random.chance(0.7)) {
      disk.setFaults({ syncMs: random.between(1_000, 20_000) })
      await Promise.race([disk.nextBatch(), pause(GATHERING_MS)])
    }
    program.cutPower()
    disk.setFaults({})
  }

  async function tendBackups(): Promise<void> {
    await goDown()
    await pause(random.between(10, 60_000))
    if (random.chance(0.5)) misfortunes.backUp()
    else misfortunes.putBack()
    await comeBack()
  }

  /** Waits until WhatsApp has just taken a message, where that happens soon. */
  async function untilBusy(): Promise<void> {
    const before = whatsapp.taken.length
    for (let tries = 0; tries < 200 && whatsapp.taken.length === before; tries += 1) {
      await pause(random.between(1, 500))
    }
    await pause(random.next() * 40)
  }

  async function comeBack(): Promise<void> {
    while (!(await program.start())) {
      disk.kill()
      await pause(random.between(1_000, 30_000))
      if (random.chance(0.5)) disk.setFaults({})
    }
  }

  async function disturbDisk(): Promise<void> {
    const fault = random.pick([
      { full: 0.5 },
      { full: 1 },
      { brokenWrites: 0.2 },
      { brokenSyncs: 0.2 },
      { slowMs: 400 },
    ])
    trace.note(`disk: ${JSON.stringify(fault)}`)
    disk.setFaults(fault)
    await pause(random.between(5_000, 10 * MINUTE_MS))
    trace.note('disk: sound again')
    disk.setFaults({})
  }

  /**
   * Lets people end what runs, and the disk refuse writes while messages are still on their way.
   */
  async function refuseEnds(): Promise<void> {
    // A receipt would later say what the disk refused to keep, so most receipts are lost.
    whatsapp.setFaults({ receiptLost: 0.8, ackLost: 0.2 })
    await untilBusy()
    const fault = random.pick([
      { full: 0.6 },
      { full: 1 },
      { brokenWrites: 0.5 },
      { brokenSyncs: 0.5 },
      { brokenSyncs: 1 },
    ])
    model.alarmUntilMs = timeline.elapsed() + ALARM_MS
    for (const hear of [...model.waiting]) hear()
    await pause(random.next() * 2_000)
    trace.note(`disk, in the alarm: ${JSON.stringify(fault)}`)
    disk.setFaults(fault)
    await pause(ALARM_MS)
    trace.note('disk: sound again')
    whatsapp.setFaults({})
    disk.setFaults({})
  }

  async function disturbWhatsapp(): Promise<void> {
    const fault = random.pick([
      { isAway: true },
      { ackLost: 0.3, receiptLate: 0.5 },
      { cut: 0.2, ackLost: 0.1 },
      { refused: 0.3, notSent: 0.2 },
      { restricted: 0.2 },
      { lookupFailed: 0.5 },
      { receiptLate: 0.5, receiptLost: 0.3, receiptTwice: 0.3 },
    ])
    trace.note(`whatsapp: ${JSON.stringify(fault)}`)
    whatsapp.setFaults(fault)
    await pause(random.between(10_000, random.chance(0.1) ? 5 * HOUR_MS : 20 * MINUTE_MS))
    trace.note('whatsapp: kind again')
    whatsapp.setFaults({})
  }

  async function disturbReceivers(): Promise<void> {
    const fault = random.pick([{ away: 1 }, { away: 0.5 }, { failing: 0.5 }, { answerLost: 0.5 }])
    trace.note(`receivers: ${JSON.stringify(fault)}`)
    receivers.setFaults(fault)
    await pause(random.between(5_000, 20 * MINUTE_MS))
    trace.note('receivers: there again')
    receivers.setFaults({})
  }

  async function breakConnections(): Promise<void> {
    trace.note('connections break')
    whatsapp.breakConnections()
  }

  async function setClock(): Promise<void> {
    const ms = random.pick([-26 * HOUR_MS, -HOUR_MS, -30_000, 25_000, HOUR_MS, 26 * HOUR_MS])
    // Most often the jump comes in the pause between two messages.
    if (random.chance(0.7)) {
      await untilBusy()
      await pause(random.next() * 5_000)
    }
    // Campaigns that are suddenly due all at once begin one after the other.
    const isSlow = ms > 0 && random.chance(0.5)
    if (isSlow) disk.setFaults({ slowMs: 200 })
    jump(ms)
    if (ms > 0) model.rushUntilMs = timeline.elapsed() + RUSH_MS
    // A device that reconnects reads the clock before its pause is over.
    if (random.chance(0.5)) whatsapp.breakConnections()
    if (!isSlow) return
    await pause(RUSH_MS)
    disk.setFaults({})
  }

  function jump(ms: number): void {
    trace.note(`the wall clock jumps by ${ms} ms`)
    timeline.jump(ms)
  }
}
