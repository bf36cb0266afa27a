import { expect, test } from 'vitest'
import { keepDevice } from '../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'

async function anOwner() {
  const rest = await anApp()
  const person = await rest.register()
  const deviceId = await keepDevice(rest, person)
  const change = (body: unknown) =>
    person.call(`/api/whatsapp/devices/${deviceId}`, { ...asJson(body), method: 'PATCH' })
  const listed = async () => (await (await person.call('/api/whatsapp/devices')).json()).devices[0]
  return { ...rest, person, deviceId, change, listed }
}

test('a device is renamed and limited, and what is left out stays', async () => {
  const { change, listed } = await anOwner()
  const plain = await listed()
  expect(Object.keys(plain)).not.toContain('limite_diario')

  const renamed = await change({ connection_name: ' Matriz ' })
  expect(await renamed.json()).toEqual({ ...plain, connection_name: 'Matriz' })
  const limited = await change({ limite_diario: 30 })
  const limits = { limite_diario: 30, aquecimento: false, limite_de_hoje: 30 }
  expect(await limited.json()).toEqual({ ...plain, connection_name: 'Matriz', ...limits })
  await change({ aquecimento: true })
  expect(await listed()).toMatchObject({
    connection_name: 'Matriz',
    limite_diario: 30,
    aquecimento: true,
    limite_de_hoje: 20,
  })
  await change({ aquecimento: false, limite_diario: null })
  expect(await listed()).toEqual({ ...plain, connection_name: 'Matriz' })
})

test.each([
  [{ limite_diario: 0 }, 'limite_diario'],
  [{ limite_diario: 2.5 }, 'limite_diario'],
  [{ limite_diario: '30' }, 'limite_diario'],
  [{ aquecimento: 'sim' }, 'aquecimento'],
  [{ connection_name: ' ' }, 'connection_name'],
])('what makes no sense is refused by its field: %j', async (body, path) => {
  const { change } = await anOwner()
  expect(await errorOf(await change(body))).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [{ path }],
  })
})

test('a device of somebody else is not there', async () => {
  const { deviceId, register } = await anOwner()
  const other = await register('outra@exemplo.com.br')
  const answer = await other.call(`/api/whatsapp/devices/${deviceId}`, {
    ...asJson({ limite_diario: 5 }),
    method: 'PATCH',
  })
  expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'device_not_found' })
})
