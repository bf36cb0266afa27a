import { expect, test } from 'vitest'
import { createCaller, type Outgoing } from '../../../src/contract/api/client.ts'
import { contactApi } from '../../../src/contract/api/contact-api.ts'
import { deviceApi } from '../../../src/contract/api/device-api.ts'

class Failure extends Error {}

/** A caller whose server gives one answer; failures name their kind. */
function aCaller(answer: () => Response) {
  const calls: Outgoing[] = []
  const caller = createCaller<{ readonly signal: AbortSignal }>({
    reach: async (call) => {
      calls.push(call)
      return answer()
    },
    refused: (status, { code, message }) => new Failure(`refused ${status} ${code} ${message}`),
    strange: (status) => new Failure(`strange ${status}`),
    lost: () => new Failure('lost'),
  })
  return { ...caller, calls }
}

const json = (status: number, body: unknown) => () => Response.json(body, { status })
const connected = { deviceId: 'a', connection_name: 'Loja', status: 'connected' }
const body = { deviceId: 'a', connectionName: 'Loja' }

test('sends a body as JSON, and decodes the answer by its status', async () => {
  const caller = aCaller(json(200, connected))
  expect(await caller.call(deviceApi.connectDevice, { body })).toEqual(connected)
  expect(caller.calls).toEqual([
    { address: '/api/whatsapp/connect', method: 'POST', body: JSON.stringify(body) },
  ])
})

test('puts all of a reading into its address, and takes an empty answer as nothing', async () => {
  const caller = aCaller(() => new Response(null, { status: 204 }))
  const input = { params: { id: 'a/b' }, query: { force: 'true' as const } }
  expect(await caller.read(contactApi.deleteContactList, input)).toBeUndefined()
  expect(caller.calls).toEqual([{ address: '/api/contacts/a%2Fb?force=true', method: 'DELETE' }])
})

const refusal = { error: 'Não há.', message: 'Não há.', code: 'device_not_found' }

test.each([
  ['the sentence of a refusal', json(404, refusal), 'refused 404 device_not_found Não há.'],
  ['a refusal of somebody else', json(404, { detail: 'nope' }), 'strange 404'],
  ['a status that the table does not know', json(206, connected), 'strange 206'],
  ['an answer of another shape', json(200, { deviceId: 1 }), 'strange 200'],
  ['no JSON at all', () => new Response('<html>'), 'strange 200'],
  [
    'an answer that breaks off',
    () => new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) })),
    'lost',
  ],
])('the client tells %s', async (_, answer, told) => {
  const caller = aCaller(answer)
  await expect(caller.call(deviceApi.connectDevice, { body })).rejects.toThrow(new Failure(told))
})

test('hands on a stream as it came, unless it is refused', async () => {
  const input = { params: { id: 'a' } }
  const open = (answer: () => Response) => aCaller(answer).open(contactApi.getContactList, input)
  expect(await (await open(() => new Response('a;b'))).text()).toBe('a;b')
  await expect(open(json(404, refusal))).rejects.toThrow('refused 404 device_not_found Não há.')
})
