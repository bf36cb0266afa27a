import type { ActNeeds } from './acts.ts'
import { deviceIdOf, type PersonModel } from './model.ts'

/** What people do with their devices. */
export function createDeviceActs({ program, random }: ActNeeds) {
  return { connect, connectOne, remove }

  async function connectOne(person: PersonModel): Promise<void> {
    const own = Number(person.name.slice('pessoa'.length))
    await connect(person, deviceIdOf(own, random.between(0, 1)))
  }

  async function connect(person: PersonModel, deviceId: string): Promise<void> {
    const answer = await program.call({
      method: 'POST',
      path: '/api/whatsapp/connect',
      apiKey: person.apiKey,
      body: { deviceId, connectionName: `Loja de ${person.name}` },
    })
    if (answer && answer.status < 300) person.devices.add(deviceId)
  }

  async function remove(person: PersonModel): Promise<void> {
    const [deviceId] = person.devices
    if (deviceId === undefined) return
    person.hooks.delete(deviceId)
    const answer = await program.call({
      method: 'DELETE',
      path: `/api/whatsapp/devices/${deviceId}/auth?force=${random.chance(0.7)}`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 204) person.devices.delete(deviceId)
  }
}
