import { z } from 'zod'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { Machine } from '../machine/machine.ts'
import { pauses } from './acts.ts'
import type { Broken } from './message-checks.ts'
import type { Model, PersonModel } from './model.ts'
import type { Program } from './program.ts'

const Rows = z.array(z.object({ id: z.string(), status: z.string() }))
const Devices = z.object({
  devices: z.array(z.object({ deviceId: z.string(), status: z.string() })),
})

/** A change that is being written shows a moment later, so a difference is looked at this often. */
const LOOKS = 4
const NEXT_LOOK_MS = 20_000

/** Checks that several answers agree about the same thing, and agree with the world outside. */
export function createStandingChecks({
  machine: { timeline, whatsapp },
  program,
  model,
  broken,
}: {
  readonly machine: Machine
  readonly program: Program
  readonly model: Model
  readonly broken: Broken
}) {
  const pause = pauses(timeline)

  return { check, checkClosed, checkOne }

  async function check(): Promise<void> {
    for (const person of model.people) await checkOne(person)
  }

  async function checkOne(person: PersonModel): Promise<void> {
    if (person.apiKey === '') return
    checkClosed()
    await agreed(() => differenceByStatus(person))
    await agreed(() => differenceOfDevices(person))
  }

  /** Reports a difference only if it stays. */
  async function agreed(difference: () => Promise<string | undefined>): Promise<void> {
    for (let look = 1; ; look += 1) {
      const found = await difference()
      if (found === undefined) return
      if (look === LOOKS) return broken(found)
      await pause(NEXT_LOOK_MS)
    }
  }

  /** Checks that a closed device stays closed, whatever happens to the program. */
  function checkClosed(): void {
    const online = new Set(
      whatsapp.accounts().flatMap(({ phone, isOnline }) => (isOnline ? phone : [])),
    )
    for (const { name, closed } of model.people) {
      for (const deviceId of closed.keys()) {
        if (online.has(deviceId)) broken(`${deviceId} is connected, which ${name} has closed`)
      }
    }
  }

  /** The list by status must equal the whole list, filtered. */
  async function differenceByStatus({ apiKey, name }: PersonModel): Promise<string | undefined> {
    const whole = await read(apiKey, '')
    if (!whole) return undefined
    const before = JSON.stringify(whole)
    for (const status of new Set([...whole.map((row) => row.status), CampaignStatus.scheduled])) {
      const some = await read(apiKey, `?status=${encodeURIComponent(status)}`)
      if (!some) return undefined
      const told = JSON.stringify(some)
      const expected = JSON.stringify(whole.filter((row) => row.status === status))
      if (told === expected) continue
      const isStill = JSON.stringify(await read(apiKey, '')) === before
      if (isStill) return `${name} has ${expected} of ${status} and is shown ${told}`
    }
    return undefined
  }

  async function read(apiKey: string, query: string) {
    const answer = await program.call({ method: 'GET', path: `/api/campaigns${query}`, apiKey })
    return answer?.status === 200 ? Rows.parse(answer.body) : undefined
  }

  /** The shown state of a device must equal what WhatsApp knows of it. */
  async function differenceOfDevices({ apiKey }: PersonModel): Promise<string | undefined> {
    const answer = await program.call({ method: 'GET', path: '/api/whatsapp/devices', apiKey })
    if (answer?.status !== 200) return undefined
    const online = new Set(
      whatsapp.accounts().flatMap(({ phone, isOnline }) => (isOnline ? phone : [])),
    )
    const wrong = Devices.parse(answer.body).devices.find(
      ({ deviceId, status }) => online.has(deviceId) !== (status === 'connected'),
    )
    return wrong && `${wrong.deviceId} is shown as ${wrong.status}, and is otherwise`
  }
}
