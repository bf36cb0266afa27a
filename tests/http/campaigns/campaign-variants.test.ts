import { expect, test } from 'vitest'
import { z } from 'zod'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const phone = (index: number) => `55619999900${String(index).padStart(2, '0')}`
const texto = 'Oi, {nome}'
const variantes = ['Bom dia, {nome}', 'Olá']

async function anOwner() {
  const app = await anApp()
  const person = await app.register()
  const device_id = await keepDevice(app, person)
  const names = Array.from({ length: 7 }, (_, place) => `P${place}`)
  const contatos = names.map((name, place) => ({ name, phone: phone(place) }))
  const made = await person.call('/api/contacts', asJson({ name: 'Lista', contatos }))
  const { id }: { id: string } = await made.json()
  const campaign = { ...{ name: 'Natal', texto, variantes, device_id, contatos: id, delay: 0 } }
  const create = (more = {}) => person.call('/api/campaigns', asJson({ ...campaign, ...more }))
  return { ...app, person, campaign, create }
}

const SendRows = z.array(
  z.object({ contato: z.string(), nome: z.string(), texto: z.string(), variante: z.int() }),
)
const Samples = z.object({
  samples: z.array(z.object({ phone: z.string(), texto: z.string(), variante: z.int() })),
})

test('everybody gets the text that the preview promised, and results are counted by text', async () => {
  const { person, campaign, create, whatsapp } = await anOwner()
  const promised = new Map<string, string>()
  for (let place = 0; place < 7; place += 1) {
    const path = `/api/campaigns/preview?contact=${phone(place)}`
    const [sample] = Samples.parse(await (await person.call(path, asJson(campaign))).json()).samples
    if (sample) promised.set(sample.phone, sample.texto)
  }
  const made = await create({ status: 'Imediata' })
  const { id, ...answered }: { id: string; variantes: unknown } = await made.json()
  expect(answered.variantes).toEqual(variantes)
  const shown = async () => (await person.call(`/api/campaigns/${id}`)).json()
  const done = await eventually(async () => {
    const campaignNow = await shown()
    return campaignNow.status === 'Concluída' && campaignNow
  })

  const rows = SendRows.parse(await (await person.call(`/api/campaigns/${id}/sends`)).json())
  expect(new Map(rows.map((row) => [row.contato, row.texto]))).toEqual(promised)
  expect(new Set(whatsapp.sent.map(({ content }) => content.text))).toEqual(
    new Set(promised.values()),
  )
  const sizes = [1, 2, 3].map((number) => rows.filter(({ variante }) => variante === number).length)
  expect([...sizes].sort()).toEqual([2, 2, 3])
  expect(done).toMatchObject({ sentCount: 7, variantes })
  expect(done.por_variante).toEqual(
    sizes.map((size, place) => ({
      ...{ ...noCounts, variante: place + 1, messages: size, sentCount: size },
      ...{ deliveryRate: 0, readRate: 0, replyRate: 0 },
    })),
  )

  const ofTwo = `/api/campaigns/${id}/sends?variante=2`
  const two = rows.filter(({ variante }) => variante === 2)
  expect(SendRows.parse(await (await person.call(ofTwo)).json())).toEqual(two)
  expect(SendRows.parse(await (await person.call(`${ofTwo}&limit=1`)).json())).toEqual([two[0]])
  const csv = (await (await person.call(`${ofTwo}&format=csv`)).text()).trim().split('\r\n')
  expect(csv[0]).toMatch(/,resposta,variante$/)
  expect(csv.slice(1).map((line) => line.at(-1))).toEqual(two.map(() => '2'))
  const report = await (await person.call(`/api/campaigns/${id}/report`)).text()
  expect(report).toContain('Resultado por variação')

  const followup = { publico: 'nao_lidos' }
  const next = await person.call(`/api/campaigns/${id}/followup`, asJson(followup))
  expect(await next.json()).toMatchObject({ texto, variantes, status: 'Rascunho' })
  const another = asJson({ ...followup, texto: 'Viu a mensagem?' })
  const changed = await (await person.call(`/api/campaigns/${id}/followup`, another)).json()
  expect(changed.texto).toBe('Viu a mensagem?')
  expect(changed).not.toHaveProperty('variantes')
})

test('the texts of a campaign are changed and taken away with the rest, and leave nothing behind', async () => {
  const { person, create } = await anOwner()
  const { id }: { id: string } = await (await create()).json()
  const change = async (body: unknown) =>
    (await person.call(`/api/campaigns/${id}`, { ...asJson(body), method: 'PATCH' })).json()
  expect(await change({ name: 'Outro' })).toMatchObject({ variantes })
  expect(await change({ variantes: ['Só esta'] })).toMatchObject({ variantes: ['Só esta'] })
  expect(await change({ variantes: null })).not.toHaveProperty('variantes')
})

test.each([
  [{ variantes: 'Olá' }, 'variantes', 'As variações precisam ser um array de textos.'],
  [{ variantes: ['Olá', 7] }, 'variantes.1', 'A variação precisa ser um texto.'],
  [{ variantes: ['a'.repeat(65_537)] }, 'variantes.0', 'Uma variação aceita até 65536 caracteres.'],
  [
    { variantes: ['1', '2', '3', '4', '5', '6'] },
    'variantes',
    'Uma campanha aceita até 5 variações além do texto principal.',
  ],
  [
    { variantes: ['Olá', ' '], status: 'Imediata' },
    'variantes.1',
    'Escreva o texto da variação 3, ou remova-a.',
  ],
])('texts that cannot be are refused by their field: %#', async (more, path, message) => {
  const { create } = await anOwner()
  expect(await errorOf(await create(more))).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [{ path, message }],
  })
})

test('a test sends the chosen text, or the one that the contact would get', async () => {
  const { person, campaign, whatsapp } = await anOwner()
  const send = (more = {}) => person.call('/api/campaigns/test', asJson({ ...campaign, ...more }))
  expect(await (await send({ variante: 2 })).json()).toMatchObject({
    ...{ texto: 'Bom dia, P0', variante: 2 },
  })
  const path = '/api/campaigns/preview'
  const [first] = Samples.parse(await (await person.call(path, asJson(campaign))).json()).samples
  expect(await (await send()).json()).toMatchObject({
    ...{ texto: first?.texto, variante: first?.variante },
  })
  expect(whatsapp.sent.map(({ content }) => content.text)).toEqual(['Bom dia, P0', first?.texto])
  expect(await errorOf(await send({ variante: 4 }))).toMatchObject({
    details: [{ path: 'variante', message: 'Esta campanha tem 3 textos.' }],
  })
  expect(await errorOf(await send({ variante: 3, variantes: ['a', ' '] }))).toMatchObject({
    details: [{ path: 'variantes.1', message: 'Escreva o texto da variação 3.' }],
  })
})
