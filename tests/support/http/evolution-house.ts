import { keepDevice } from '../domain/kept.ts'
import { anApp, asJson } from './app.ts'
import type { ServiceOptions } from './services.ts'
import type { SharedApp } from './shared-app.ts'

/** A user with a connected instance, a closed one, one that shows its QR, and one cut off. */
export async function aHouse(options: ServiceOptions = {}) {
  return aHouseOf(await anApp(options))
}

/** The same in an app that other tests use too. */
export async function aHouseOf(app: SharedApp) {
  const person = await app.register()
  await keepDevice(app, person, { deviceId: 'aberta', phone: '5561988880000' })
  await keepDevice(app, person, { deviceId: 'fechada', state: 'disconnected' })
  await keepDevice(app, person, { deviceId: 'lendo', state: 'pending' })
  await keepDevice(app, person, { deviceId: 'semrede', state: 'lost' })
  const ask = async (
    line: string,
    { body, key = person.apikey }: { body?: unknown; key?: string | null } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ')
    const init: RequestInit = body === undefined ? { method } : asJson(body, method)
    const headers = new Headers(init.headers)
    if (key !== null) headers.set('apikey', key)
    const response = await app.request(`/gateway/${path}`, { ...init, headers })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const tokenOf = async (name: string) =>
    String((await ask(`GET instance/fetchInstances?instanceName=${name}`)).body[0].token)
  return { ...app, person, ask, tokenOf }
}
