import { z } from 'zod'
import type { Random } from '../machine/random.ts'
import { type Owner, type Timeline, world } from '../machine/timeline.ts'

/** How the called services behave now. Shares are of calls. */
type ReceiverFaults = {
  /** Nobody listens. */
  readonly away: number
  /** The call is taken, and answered with an error or not at all. */
  readonly failing: number
  readonly answerLost: number
}

const kind: ReceiverFaults = { away: 0, failing: 0, answerLost: 0 }

const Body = z.object({
  event: z.string(),
  data: z.object({ key: z.object({ id: z.string(), fromMe: z.boolean() }) }),
})

/** A message that was delivered to a webhook. */
type Delivered = {
  readonly host: string
  readonly messageId: string
  readonly fromMe: boolean
  readonly event: string
}

export type Receivers = ReturnType<typeof createReceivers>

/** The services that people let the program call, one for each of them. */
export function createReceivers({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  const delivered: Delivered[] = []
  let faults = kind

  return {
    delivered,
    call,
    setFaults: (some: Partial<ReceiverFaults>) => {
      faults = { ...kind, ...some }
    },
  }

  /** @param answer gets the status; null: there was no answer */
  function call(
    request: { readonly url: string; readonly json: string; readonly process: Owner },
    answer: (status: number | null) => void,
  ): void {
    const { url, json, process } = request
    const reply = (status: number | null) =>
      timeline.after(random.between(2, 300), () => answer(status), process)
    if (random.chance(faults.away)) {
      reply(null)
      return
    }
    // From here on the call travels, whatever happens to the program.
    timeline.after(
      random.between(2, 200),
      () => {
        const taken = Body.safeParse(JSON.parse(json)).data
        const isTaken = !random.chance(faults.failing)
        if (taken && isTaken) {
          const { id: messageId, fromMe } = taken.data.key
          delivered.push({ host: new URL(url).hostname, messageId, fromMe, event: taken.event })
        }
        if (random.chance(faults.answerLost)) reply(null)
        else reply(isTaken ? 200 : 500)
      },
      world,
    )
  }
}
