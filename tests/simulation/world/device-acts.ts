import type { ActNeeds } from './acts.ts'
import { deviceIdOf, type PersonModel } from './model.ts'
import { isClear, refusalOf } from './pairs/orders.ts'
import { createTogether } from './pairs/together.ts'
import type { Answer, Call } from './program.ts'

type Kind = 'connect' | 'restart' | 'close' | 'logOut' | 'remove'

/** What people do with their devices. */
export function createDeviceActs(needs: ActNeeds) {
  const { machine, program, random } = needs
  const together = createTogether(needs)

  return { connect, connectOne, close, actTwice, remove }

  async function connectOne(person: PersonModel): Promise<void> {
    const own = Number(person.name.slice('pessoa'.length))
    await connect(person, deviceIdOf(own, random.between(0, 1)))
  }

  async function connect(person: PersonModel, deviceId: string): Promise<void> {
    await actOnce(person, deviceId, 'connect')
  }

  async function remove(person: PersonModel): Promise<void> {
    const [deviceId] = person.devices
    if (deviceId !== undefined) await actOnce(person, deviceId, 'remove')
  }

  /** Closes a device for a while, or to link it anew. */
  async function close(person: PersonModel): Promise<void> {
    const [deviceId] = person.devices
    if (deviceId === undefined) return
    await actOnce(person, deviceId, random.pick(['close', 'close', 'logOut']))
    if (random.chance(0.5)) await actOnce(person, deviceId, random.pick(['connect', 'restart']))
  }

  async function actOnce(person: PersonModel, deviceId: string, kind: Kind): Promise<void> {
    begin(person, deviceId, kind)
    const answer = await program.call(callOf(person, deviceId, kind))
    if (isClear(answer)) takeIn(person, deviceId, { kind, answer })
  }

  /**
   * Makes two calls at once on one device. A call answered before the other was made takes effect
   * first; of calls made at the same moment either may come first.
   */
  async function actTwice(person: PersonModel): Promise<void> {
    const deviceId = [...person.devices].at(-1)
    if (deviceId === undefined) return
    const one = random.pick<Kind>(['restart', 'restart', 'connect', 'close', 'logOut', 'remove'])
    const other = random.pick<Kind>(['close', 'close', 'restart', 'connect', 'logOut', 'remove'])
    // The gateway's first call for a device makes an instance of it, which takes time.
    const path = `/gateway/instance/connectionState/${deviceId}`
    const known = await program.call({ method: 'GET', path, apiKey: person.apiKey })
    if (known?.status !== 200) return
    for (const kind of [one, other]) begin(person, deviceId, kind)
    const { answers, isApart } = await together(
      callOf(person, deviceId, one),
      callOf(person, deviceId, other),
    )
    const [first, second] = answers
    if (!isClear(first) || !isClear(second) || !isApart) return
    takeIn(person, deviceId, { kind: one, answer: first })
    takeIn(person, deviceId, { kind: other, answer: second })
  }

  /** Forgets what was promised of the device, until its calls are answered. */
  function begin(person: PersonModel, deviceId: string, kind: Kind): void {
    if (kind === 'connect' || kind === 'restart') person.closed.delete(deviceId)
    if (kind === 'remove') person.hooks.delete(deviceId)
  }

  function takeIn(
    person: PersonModel,
    deviceId: string,
    { kind, answer }: { readonly kind: Kind; readonly answer: NonNullable<Answer> },
  ): void {
    if (refusalOf(answer) !== undefined || !isClear(answer)) return
    if (kind === 'remove') person.devices.delete(deviceId)
    else if (kind === 'connect') person.devices.add(deviceId)
    if (kind === 'close' || kind === 'logOut')
      person.closed.set(deviceId, machine.timeline.elapsed())
    else person.closed.delete(deviceId)
  }

  function callOf({ name, apiKey }: PersonModel, deviceId: string, kind: Kind): Call {
    const calls: Record<Kind, Call> = {
      connect: {
        method: 'POST',
        path: '/api/whatsapp/connect',
        body: { deviceId, connectionName: `Loja de ${name}` },
      },
      restart: { method: 'POST', path: `/gateway/instance/restart/${deviceId}` },
      close: { method: 'DELETE', path: `/api/whatsapp/session/${deviceId}` },
      logOut: { method: 'DELETE', path: `/gateway/instance/logout/${deviceId}?force=true` },
      remove: {
        method: 'DELETE',
        path: `/api/whatsapp/devices/${deviceId}/auth?force=${random.chance(0.7)}`,
      },
    }
    return { ...calls[kind], apiKey }
  }
}
