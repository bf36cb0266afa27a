import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

const shop = {
  ...{ deviceId: 'loja', connection_name: 'Loja', status: 'connected', phone: '5561999990000' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', last_seen: null, reason: null, reason_code: null },
}
const check = {
  ...{ deviceId: 'loja', phone: '5561999990000', checked_at: '2026-11-21T10:00:00.000Z' },
  ...{ client_version: '2.3000.1', has_name: true, addressing: 'lid', lock: null },
  ...{ new_chats: null, own_devices: null, own_number: 'found' },
}

/** A server with this one device. */
async function aServerWith(device: object) {
  const { url } = await aStandIn(({ path }) => {
    if (path === '/api/whatsapp/devices') return { body: { devices: [device] } }
    return path === '/api/whatsapp/devices/loja/check' ? { body: check } : { status: 404 }
  })
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  const person = await aPerson()
  return {
    text: async (...words: string[]) => (await person.run(words, { environment })).stdout,
    value: async (...words: string[]) => (await person.json(words, { environment })).value,
  }
}

test('a connection is shown with the server that holds it, where there are several', async () => {
  const { text, value } = await aServerWith({ ...shop, node: 'no-1' })
  const [head = '', row = ''] = (await text('devices', 'list')).split('\n')
  expect(head).toMatch(/ {2}Número +Servidor +Última atividade/)
  expect(row).toMatch(/^loja .* no-1 /)
  expect(await value('devices', 'list')).toMatchObject([{ deviceId: 'loja', node: 'no-1' }])
  expect(await text('devices', 'check', 'Loja')).toMatch(/^Servidor +no-1$/m)
  expect(await value('devices', 'check', 'loja')).toEqual({ ...check, node: 'no-1' })
})

test('a server that is alone is named nowhere', async () => {
  const { text, value } = await aServerWith(shop)
  expect(await text('devices', 'list')).not.toContain('Servidor')
  expect(await text('devices', 'check', 'loja')).not.toContain('Servidor')
  expect(await value('devices', 'check', 'loja')).toEqual(check)
})
