import { expect, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { phoneJid } from '../../src/contract/jid.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../support/domain/kept.ts'
import { anApp, asJson, errorOf, type Person } from '../support/http/app.ts'

const DEVICE = '5561988880000'
const ANA = '5561999990001'
const LID = '77777000001@lid'
const BIA = '5561999990002'

type Row = { campanha: { id: string; name: string }; status: string; resposta: string | null }

const read = async (person: Person, path: string) => (await person.call(path)).json()
const sends = (person: Person, phone = ANA): Promise<Row[]> =>
  read(person, `/api/people/${phone}/sends`)
const namesOf = (rows: readonly Row[]) => rows.map(({ campanha }) => campanha.name)

/** What campaigns sent to Ana: one that failed, one that she answered, one never tried. */
async function anaAfterThree() {
  const made = await anApp()
  const user = await made.register()
  await keepDevice(made, user, { deviceId: DEVICE })
  const campaign = { status: CampaignStatus.done, deviceId: DEVICE }
  const startedAt = (day: number) => `2026-01-0${day}T12:00:00.000Z`
  await keepCampaign(made, user, { ...campaign, id: '1', name: 'Natal', startedAt: startedAt(1) })
  await keepCampaign(made, user, { ...campaign, id: '2', name: 'Férias', startedAt: startedAt(3) })
  await keepCampaign(made, user, { ...campaign, id: '3', name: 'Volta', startedAt: startedAt(2) })
  const bia = { name: 'Bia', phone: BIA }
  const answered = [
    ...[{ type: 'sending', messageId: 'A', jid: LID } as const, { type: 'accepted' } as const],
    { type: 'replied', text: 'Quero sim' } as const,
  ]
  const failed = [{ type: 'failed', code: 'not_on_whatsapp' } as const]
  const ana = { name: 'Ana Lima', phone: ANA }
  const sendsOf = (campaignId: string, ...rows: Parameters<typeof keepSends>[2]['sends']) =>
    keepSends(made, user, { campaignId, sends: rows })
  await sendsOf('1', bia, { ...ana, facts: answered })
  await sendsOf('2', { ...ana, facts: failed }, bia)
  await sendsOf('3', { ...bia, facts: success }, { ...ana, facts: [] })
  await made.parts.personIndexing.catchUp()
  return { ...made, user }
}

test('shows what campaigns sent to a person, the newest first, by any way to write the number', async () => {
  const { user, register } = await anaAfterThree()
  const all = await sends(user)
  expect(all).toMatchObject([
    { campanha: { id: '2', name: 'Férias' }, status: 'error', erro_codigo: 'not_on_whatsapp' },
    { campanha: { id: '1' }, status: 'read', texto: 'Olá, Ana Lima', resposta: 'Quero sim' },
  ])
  for (const written of ['(61)%2099999-0001', '556199990001', '%2B5561999990001', LID]) {
    expect(await sends(user, written)).toEqual(all)
  }
  const page = await user.call(`/api/people/${ANA}/sends?limit=1`)
  expect(await page.json()).toEqual(all.slice(0, 1))
  const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  const last = await user.call(next)
  expect([await last.json(), last.headers.get('link')]).toEqual([all.slice(1), null])

  const other = await register('Outra loja')
  expect(await sends(other)).toEqual([])
  expect(await sends(user, '5561999990009')).toEqual([])
})

test('shows who a person is: the name, the other name, opt-out and conversations', async () => {
  const { user, storage } = await anaAfterThree()
  const person = () => read(user, `/api/people/${ANA}`)
  const known = { phone: ANA, lid: LID, nome: 'Ana Lima', incompleto: false }
  expect(await person()).toEqual({ ...known, descadastro: null, conversas: [], listas: [] })
  expect(await read(user, `/api/people/${LID}`)).toEqual(await person())

  const list = { name: 'Turma A', contatos: [{ name: 'Ana L.', phone: ANA }] }
  await user.call('/api/contacts', asJson(list))
  await user.call('/api/optouts', asJson({ phone: ANA, reason: 'Pediu na recepção' }))
  const chat = { gatewayId: 'own', instance: DEVICE }
  const message = {
    ...{ id: 'IN1', remoteJid: phoneJid(ANA), lid: LID, pushName: 'Aninha', content: 'Oi' },
    ...{ type: 'conversation', isFromMe: false, sentAtSeconds: 1_700_000_000, status: null },
    thumbnail: null,
  }
  await storage.answering.messages.add(user.id, chat, [message])
  expect(await person()).toMatchObject({
    nome: 'Ana L.',
    listas: [{ id: expect.any(String), name: 'Turma A' }],
    descadastro: { phone: ANA, reason: 'Pediu na recepção', source: 'manual' },
    conversas: [
      {
        ...{ evolution_id: 'own', instance: DEVICE, remote_jid: phoneJid(ANA) },
        message_timestamp: 1_700_000_000,
      },
    ],
  })
  const nobody = { phone: '5561999990009', lid: null, nome: '', conversas: [] }
  expect(await read(user, '/api/people/5561999990009')).toMatchObject(nobody)
})

test('a deleted campaign is out of sight, and there again once it was brought back', async () => {
  const { user } = await anaAfterThree()
  await user.call('/api/campaigns/2', { method: 'DELETE' })
  expect(namesOf(await sends(user))).toEqual(['Natal'])
  await user.call('/api/campaigns/2/restore', { method: 'POST' })
  expect(namesOf(await sends(user))).toEqual(['Férias', 'Natal'])
})

test('says beside the field what is wrong with a phone or a cursor', async () => {
  const { user } = await anaAfterThree()
  for (const path of ['/api/people/123', '/api/people/123/sends']) {
    expect(await errorOf(await user.call(path))).toMatchObject({
      ...{ status: 400, code: 'invalid' },
      details: [{ path: 'phone', message: expect.stringMatching(/\S/) }],
    })
  }
  expect(await errorOf(await user.call(`/api/people/${ANA}/sends?cursor=x`))).toMatchObject({
    ...{ status: 400, details: [{ path: 'cursor' }] },
  })
})

test('finds people of all lists by name or phone, each once, page by page', async () => {
  const { register } = await anApp()
  const user = await register()
  const create = (name: string, contatos: object[]) =>
    user.call('/api/contacts', asJson({ name, contatos }))
  await create('Turma A', [
    { name: 'Antônio Sá', phone: ANA },
    { name: 'Bia', phone: BIA },
  ])
  await create('Turma B', [
    { name: 'Antonia', phone: '5561999990003' },
    { name: 'Toninho', phone: ANA },
  ])
  const find = async (query: string) => {
    const answer = await user.call(`/api/people?${query}`)
    const rows: { nome: string; lista: { name: string } }[] = await answer.json()
    const found = rows.map(({ nome, lista }) => `${nome} · ${lista.name}`)
    return { found, next: answer.headers.get('link')?.split('?')[1]?.split('>')[0] }
  }
  const first = await find('q=ANTONI&limit=1')
  expect(first.found).toEqual(['Antonia · Turma B'])
  expect((await find(first.next ?? '')).found).toEqual(['Antônio Sá · Turma A'])
  const once = { found: ['Toninho · Turma B'], next: undefined }
  expect(await find('q=(61)%2099999-0001')).toEqual(once)
  for (const [query, path] of [
    ['', 'q'],
    ['q=%20', 'q'],
    ['q=a&cursor=x', 'cursor'],
  ]) {
    expect(await errorOf(await user.call(`/api/people?${query}`))).toMatchObject({
      ...{ status: 400, code: 'invalid' },
      details: [{ path }],
    })
  }
  const other = await register('Outra loja')
  expect(await read(other, '/api/people?q=antonio')).toEqual([])
})

test('shows what was sent to a person beside campaigns, the newest first', async () => {
  const { user, storage } = await anaAfterThree()
  const chat = { gatewayId: 'own', instance: DEVICE }
  const message = (id: string, fields: object) => ({
    ...{ id, remoteJid: phoneJid(ANA), lid: LID, pushName: null, content: id },
    ...{ type: 'conversation', isFromMe: true, sentAtSeconds: 1_700_000_000, status: null },
    ...{ thumbnail: null, ...fields },
  })
  await storage.answering.messages.add(user.id, chat, [
    message('da-campanha', { id: storage.messageIds.make(1, 0), content: 'Campanha' }),
    message('dela', { isFromMe: false }),
    message('anotada', { type: 'note' }),
    message('do-celular', { sentAtSeconds: 1_700_000_100, thumbnail: 'AAAA' }),
    message('avulsa', { id: storage.messageIds.make(0, 7), content: 'Avulsa', status: 'read' }),
  ])
  const sent = await read(user, `/api/people/${ANA}/messages`)
  expect(sent).toMatchObject([
    { message_content: 'do-celular', thumbnail: null, instance: DEVICE },
    { message_content: 'Avulsa', status: 'read', remote_jid: phoneJid(ANA) },
  ])
  expect(sent).toHaveLength(2)
  expect(await read(user, `/api/people/${BIA}/messages`)).toEqual([])
})
