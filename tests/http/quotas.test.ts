import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Quotas } from '../../src/domain/quotas.ts'
import { eventually } from '../support/eventually.ts'
import { anApp, asForm, asJson, errorOf } from '../support/http/app.ts'
import { readEvents } from '../support/http/event-reader.ts'

const phone = (place: number) => String(5_561_999_990_000 + place)
const contatos = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ name: 'Pessoa', phone: phone(from + place) }))

async function aPerson(quotas: Partial<Quotas>) {
  const app = await anApp({ quotas })
  const person = await app.register()
  const post = (path: string, body: unknown, method = 'POST') =>
    person.call(path, asJson(body, method))
  return { ...app, person, post }
}

/** The sorted statuses of `count` calls at the same time. */
async function statusesOf(count: number, call: (place: number) => Response | Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, place) => call(place)))
  return answers.map(({ status }) => status).sort()
}

describe('beyond what one user may have', () => {
  test('a list is refused, also among calls at the same time; another user has room', async () => {
    const { post, person, register } = await aPerson({ lists: 3 })
    const create = () => post('/api/contacts', { name: 'Clientes', contatos: contatos(0, 1) })
    expect(await statusesOf(6, create)).toEqual([201, 201, 201, 422, 422, 422])
    expect(await errorOf(await create())).toMatchObject({
      status: 422,
      code: 'list_quota',
      error: expect.stringContaining('máximo de listas'),
    })
    const csv = asForm({}, { field: 'file', bytes: `nome,telefone\nAna,${phone(1)}\n` })
    expect(await errorOf(await person.call('/api/contacts/import', csv))).toMatchObject({
      code: 'list_quota',
    })

    const other = await register('Outra loja')
    const body = asJson({ name: 'Clientes', contatos: contatos(0, 1) })
    expect((await other.call('/api/contacts', body)).status).toBe(201)

    const [list]: { id: string }[] = await (await person.call('/api/contacts')).json()
    expect((await person.call(`/api/contacts/${list?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await create()).status).toBe(201)
  })

  test('contacts are refused as a whole, however they come; duplicates take no room', async () => {
    const { post, person } = await aPerson({ contactsPerList: 5 })
    expect(await errorOf(await post('/api/contacts', { contatos: contatos(0, 6) }))).toMatchObject({
      status: 413,
      code: 'list_too_large',
    })
    expect(await (await person.call('/api/contacts')).json()).toEqual([])

    const twice = [...contatos(0, 4), ...contatos(0, 4)]
    const created = await post('/api/contacts', { contatos: twice })
    const { id, total }: { id: string; total: number } = await created.json()
    expect(total).toBe(4)
    for (const [method, from] of [
      ['PATCH', 10],
      ['PUT', 20],
    ] as const) {
      const refused = await post(`/api/contacts/${id}`, { contatos: contatos(from, 6) }, method)
      expect(await errorOf(refused)).toMatchObject({ status: 413, code: 'list_too_large' })
    }
    const rows = contatos(30, 6).map((contact) => `${contact.name},${contact.phone}`)
    const csv = { field: 'file', bytes: ['nome,telefone', ...rows].join('\n') }
    const imported = await person.call('/api/contacts/import', asForm({ list: id }, csv))
    expect(await errorOf(imported)).toMatchObject({ code: 'list_too_large' })

    expect((await post(`/api/contacts/${id}`, { contatos: contatos(4, 1) })).status).toBe(200)
    expect(await (await person.call(`/api/contacts/${id}`)).json()).toMatchObject({ total: 5 })
  })

  test('a campaign is refused, and takes no number', async () => {
    const { post, storage } = await aPerson({ campaigns: 2 })
    const create = () => post('/api/campaigns', { name: 'Promoção', status: 'Rascunho' })
    expect(await statusesOf(4, create)).toEqual([201, 201, 422, 422])
    const last = storage.settings.lastCampaignNumber()
    expect(await errorOf(await create())).toMatchObject({ status: 422, code: 'campaign_quota' })
    expect(storage.settings.lastCampaignNumber()).toBe(last)
  })

  test('a device is refused, one that is there connects again', async () => {
    const { post, person } = await aPerson({ devices: 2 })
    const connect = (place: number) =>
      post('/api/whatsapp/connect', { deviceId: phone(place), connectionName: 'Loja' })
    expect(await statusesOf(4, connect)).toEqual([202, 202, 422, 422])
    const { devices }: { devices: { deviceId: string }[] } = await (
      await person.call('/api/whatsapp/devices')
    ).json()
    expect(devices).toHaveLength(2)
    const known = devices[0]?.deviceId ?? ''
    expect((await post('/api/whatsapp/connect', { deviceId: known })).status).toBe(202)
    expect(await errorOf(await connect(9))).toMatchObject({ code: 'device_quota' })

    const key = { headers: { apikey: person.apikey, 'content-type': 'application/json' } }
    const body = JSON.stringify({ instanceName: 'nova', integration: 'WHATSAPP-BAILEYS' })
    const made = await person.call('/gateway/instance/create', { method: 'POST', body, ...key })
    expect(made.status).toBe(422)
  })

  test.each([
    ['files', { uploads: 2 }],
    ['bytes', { uploadBytes: 250 }],
  ])('an image is refused by the number of %s', async (_, quotas) => {
    const { person } = await aPerson(quotas)
    const background = { r: 1, g: 2, b: 3 }
    const picture = sharp({ create: { width: 8, height: 6, channels: 3, background } })
    const bytes = new Uint8Array(await picture.png().toBuffer())
    expect(bytes.length).toBeGreaterThan(84)
    expect(bytes.length).toBeLessThan(125)
    const send = () => person.call('/api/upload/image', asForm({}, { field: 'image', bytes }))
    expect(await statusesOf(3, send)).toEqual([201, 201, 422])
    expect(await errorOf(await send())).toMatchObject({ status: 422, code: 'upload_quota' })
  })

  test('an event stream is refused until another one ends', async () => {
    const { person } = await aPerson({ streams: 2 })
    const open = async () => readEvents(await person.call('/api/events'))
    const [first, second] = [await open(), await open()]
    await eventually(() => first.text() !== '' && second.text() !== '')
    const refused = await person.call('/api/events')
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_streams' })
    await first.stop()
    const third = await open()
    await eventually(() => third.text().includes('retry:'))
    await Promise.all([second.stop(), third.stop()])
  })
})
