import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

const device = {
  deviceId: 'loja',
  connection_name: 'Loja',
  status: 'disconnected',
  phone: null,
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen: null,
}
const up = { ...device, status: 'connected', reason: null, reason_code: null }

/** A server whose device is down, for the reason and in the words given, and then up. */
async function aServerThatSays(reason: {
  reason: string
  reason_code: string
  reason_until?: string
}) {
  let readCount = 0
  const { url } = await aStandIn(({ path }) => {
    if (path === '/api/whatsapp/connect') {
      return { body: { deviceId: 'loja', connection_name: 'Loja', status: 'connecting' } }
    }
    if (path !== '/api/whatsapp/devices') return { status: 404 }
    readCount += 1
    // Five reads, a second apart: longer than the command ignores an older disconnection.
    return { body: { devices: [readCount > 5 ? up : { ...device, ...reason }] } }
  })
  return { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
}

test('waits on while the server tries again, in whatever words it says so', async () => {
  const environment = await aServerThatSays({
    reason: 'Caiu. Já volta.',
    reason_code: 'connection_lost',
  })
  const person = await aPerson()
  const { code, value } = await person.json(['devices', 'connect', 'loja'], { environment })
  expect(value).toMatchObject({ status: 'connected' })
  expect(code).toBe(0)
})

test('gives up on an end that is final, though its words speak of trying again', async () => {
  const reason = 'O WhatsApp bloqueou este número. Tentando novamente.'
  const environment = await aServerThatSays({ reason, reason_code: 'banned' })
  const person = await aPerson()
  const { code, value } = await person.json(['devices', 'connect', 'loja'], { environment })
  expect(value).toMatchObject({ message: reason, code: 'device_not_connected' })
  expect(code).toBe(1)
})

test('tells at once that a number is suspended, and until when', async () => {
  const reason = 'O WhatsApp suspendeu este número por um tempo.'
  const until = new Date(Date.UTC(2026, 8, 23, 15))
  const environment = await aServerThatSays({
    ...{ reason, reason_code: 'suspended', reason_until: until.toISOString() },
  })
  const person = await aPerson()
  const { code, value } = await person.json(['devices', 'connect', 'loja'], { environment })
  expect(value).toMatchObject({
    code: 'device_not_connected',
    message: expect.stringContaining(`por um tempo. Até ${atTheTerminal(until)} `),
  })
  expect(code).toBe(1)
})

/** Shows a time in the terminal's zone, which is Brasília's where TZ is not set. */
function atTheTerminal(time: Date): string {
  const [date, clock] = ['date', 'time'].map((part) =>
    time.toLocaleString('pt-BR', {
      timeZone: process.env.TZ ?? 'America/Sao_Paulo',
      ...(part === 'date'
        ? { day: '2-digit', month: '2-digit', year: 'numeric' }
        : { hour: '2-digit', minute: '2-digit' }),
    }),
  )
  return `${date} ${clock}`
}
