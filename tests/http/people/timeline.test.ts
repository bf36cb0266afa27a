import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { phoneJid } from '../../../src/contract/jid.ts'
import { aReply } from '../../support/domain/bot-replies.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf, type Person } from '../../support/http/app.ts'

const DEVICE = '5561988880000'
const ANA = '5561999990001'
const LID = '77777000001@lid'
const NOON = Date.UTC(2026, 0, 10, 15)
const DAY_MS = 24 * 60 * 60_000

type Row = { readonly id: string; readonly tipo: string; readonly date: string } & Record<
  string,
  unknown
>
type Page = { readonly eventos: Row[]; readonly faltam: string[]; readonly next: string | null }

async function read(user: Person, query = '', phone = ANA): Promise<Page> {
  return await follow(user, `/api/people/${phone}/timeline${query}`)
}

async function follow(user: Person, address: string): Promise<Page> {
  const answer = await user.call(address)
  expect(answer.status).toBe(200)
  const next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  return { ...(await answer.json()), next }
}

/** Reads all pages of a query. */
async function readAll(user: Person, query: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  let page = await read(user, query)
  for (;;) {
    rows.push(...page.eventos)
    if (page.next === null) return rows
    page = await follow(user, page.next)
  }
}

type Made = Awaited<ReturnType<typeof anApp>>

async function somebody(made: Made) {
  const user = await made.register()
  await keepDevice(made, user, { deviceId: DEVICE })
  return user
}

/** Each campaign sent to Ana once, at its start. */
async function keepMessages(
  made: Made,
  user: Person,
  campaigns: readonly { id: string; atMs: number; facts?: typeof success }[],
) {
  for (const { id, atMs, facts = success } of campaigns) {
    const startedAt = new Date(atMs).toISOString()
    const done = { status: CampaignStatus.done, deviceId: DEVICE, startedAt }
    await keepCampaign(made, user, { ...done, id, name: `Campanha ${id}`, finishedAt: startedAt })
    const sends = [{ name: 'Ana', phone: ANA, facts }]
    await keepSends(made, user, { campaignId: id, atMs, sends })
  }
  await made.parts.personIndexing.catchUp()
}

const chat = { gatewayId: 'own', instance: DEVICE }

function aMessage(id: string, atMs: number, fields: object = {}) {
  return {
    ...{ id, remoteJid: phoneJid(ANA), lid: null, pushName: 'Ana', content: id, status: null },
    ...{ type: 'conversation', isFromMe: false, thumbnail: null },
    ...{ sentAtSeconds: Math.floor(atMs / 1000), ...fields },
  }
}

test('tells all that happened with a person in one order, and of one kind or some alone', async () => {
  const made = await anApp()
  const user = await somebody(made)
  const { storage } = made
  await keepMessages(made, user, [{ id: '1', atMs: NOON }])
  await storage.answering.messages.add(user.id, chat, [
    aMessage(storage.messageIds.make(1, 0), NOON, { isFromMe: true }),
    aMessage('Quanto custa?', NOON + 60_000),
    aMessage('Vinte reais', NOON + 120_000, { isFromMe: true }),
    aMessage('Ligar depois', NOON + 180_000, { isFromMe: true, type: 'note' }),
  ])
  const answered = {
    ...{ gatewayId: 'own', instanceName: DEVICE, remoteJid: phoneJid(ANA) },
    at: new Date(NOON + DAY_MS).toISOString(),
  }
  const bot = { name: 'Preços', instance_name: DEVICE, keywords: ['preço'], reply: 'R$ 20' }
  const { id: chatbotId } = await (await user.call('/chatbots', asJson(bot))).json()
  const of = (fields: object) => aReply(1, { ...answered, chatbotId, ...fields })
  for (const reply of [
    of({ id: 'a' }),
    of({
      id: 'b',
      answer: 'R$ 20',
      heard: 'preço?',
      at: new Date(NOON + DAY_MS + 1).toISOString(),
    }),
    of({ id: 'c', answer: null, reason: 'no_text' }),
    of({ id: 'd', remoteJid: phoneJid('5561999990002') }),
  ]) {
    await storage.answering.replies.add(user.id, reply, null)
  }
  await user.call('/api/optouts', asJson({ phone: ANA, reason: 'Pediu na recepção' }))
  made.clock.advance(1_000)
  await user.call(`/api/optouts/${ANA}`, { method: 'DELETE' })
  made.clock.advance(1_000)
  await user.call(`/api/people/${ANA}/notes`, asJson({ texto: ' Prefere *manhã* ' }))

  const { eventos, faltam, next } = await read(user)
  expect([faltam, next]).toEqual([[], null])
  expect(eventos).toMatchObject([
    { tipo: 'anotacao', anotacao: { texto: 'Prefere *manhã*', edited_at: null } },
    { tipo: 'descadastro', saiu: false, source: 'manual' },
    { tipo: 'descadastro', saiu: true, source: 'manual', reason: 'Pediu na recepção' },
    { tipo: 'robo', nome: 'Preços', respostas: 2, heard: 'preço?', answer: 'R$ 20' },
    {
      tipo: 'conversa',
      ...{ recebidas: 1, enviadas: 1, anotacoes: 1, mais: false },
      conversa: { evolution_id: 'own', instance: DEVICE, remote_jid: phoneJid(ANA) },
      ultima: { message_content: 'Ligar depois', message_type: 'note', from_me: true },
    },
    { tipo: 'campanha', envio: { campanha: { id: '1', name: 'Campanha 1' }, status: 'success' } },
  ])
  for (const tipo of ['campanha', 'conversa', 'robo', 'descadastro', 'anotacao']) {
    const own = eventos.filter((event) => event.tipo === tipo)
    expect((await read(user, `?tipo=${tipo}`)).eventos).toEqual(own)
  }
  const written = eventos.filter(({ tipo }) => tipo === 'anotacao' || tipo === 'conversa')
  expect(written).toHaveLength(2)
  expect((await read(user, '?tipo=anotacao,conversa,anotacao')).eventos).toEqual(written)
  const other = await made.register('Outra loja')
  expect((await read(other)).eventos).toEqual([])
})

test('every page goes on where the last one ended, also among events of one moment', async () => {
  const made = await anApp()
  const user = await somebody(made)
  const ids = ['1', '2', '3', '4', '5', '6', '7']
  // Every two campaigns are sent at the same time.
  await keepMessages(
    made,
    user,
    ids.map((id) => ({ id, atMs: NOON + Math.floor(Number(id) / 2) * 60_000 })),
  )
  await made.storage.answering.messages.add(user.id, chat, [
    aMessage('A', NOON + 60_000),
    aMessage('B', NOON - DAY_MS),
  ])
  const whole = (await read(user)).eventos
  expect(whole).toHaveLength(9)
  const times = whole.map(({ date }) => date)
  expect(times).toEqual([...times].sort().reverse())
  for (const limit of [1, 2, 4]) expect(await readAll(user, `?limit=${limit}`)).toEqual(whole)
  // An event that arrives between two pages moves nothing on the pages behind.
  const first = await read(user, '?limit=4')
  await user.call(`/api/people/${ANA}/notes`, asJson({ texto: 'Nova' }))
  expect((await follow(user, first.next ?? '')).eventos).toEqual(whole.slice(4, 8))
})

test('a chat is shown by the days of the zone that is asked for', async () => {
  const made = await anApp()
  const user = await somebody(made)
  // 23:30 and 00:30 in Brasília.
  const late = Date.UTC(2026, 0, 11, 2, 30)
  await made.storage.answering.messages.add(user.id, chat, [
    aMessage('ontem', late),
    aMessage('hoje', late + 60 * 60_000),
  ])
  const lastWords = async (query: string) =>
    (await read(user, query)).eventos.map(({ ultima }) => ultima)
  expect(await lastWords('')).toMatchObject([
    { message_content: 'hoje' },
    { message_content: 'ontem' },
  ])
  expect(await lastWords('?fuso=UTC')).toMatchObject([{ message_content: 'hoje' }])
  expect(await errorOf(await user.call(`/api/people/${ANA}/timeline?fuso=Lua`))).toMatchObject({
    ...{ status: 400, details: [{ path: 'fuso' }] },
  })
})

test('of campaigns that were over before, no ledger is opened', async () => {
  const made = await anApp()
  const user = await somebody(made)
  const many = Array.from({ length: 30 }, (_, place) => String(place + 1))
  await keepMessages(
    made,
    user,
    many.map((id) => ({ id, atMs: NOON + Number(id) * 60_000 })),
  )
  const opened: string[] = []
  const { withNotable } = made.storage.ledgers
  const { ledgers } = made.storage
  ledgers.withNotable = (id, ...rest) => {
    opened.push(id)
    return withNotable(id, ...rest)
  }
  const { eventos } = await read(user, '?limit=3')
  expect(eventos).toMatchObject([
    { envio: { campanha: { id: '30' } } },
    { envio: { campanha: { id: '29' } } },
    { envio: { campanha: { id: '28' } } },
  ])
  expect(opened).toEqual(['30', '29', '28', '27'])
})

test('what cannot be read is named, and hides nothing else', async () => {
  const made = await anApp()
  const user = await somebody(made)
  await keepMessages(made, user, [{ id: '1', atMs: NOON }])
  await made.storage.answering.messages.add(user.id, chat, [aMessage('Oi', NOON)])
  const { list } = made.storage.answering.messages
  made.storage.answering.messages.list = async () => {
    throw new AppError('messages_damaged', 'a segment')
  }
  const { eventos, faltam } = await read(user)
  expect(eventos).toMatchObject([{ tipo: 'campanha' }])
  expect(faltam).toEqual(['conversa'])
  made.storage.answering.messages.list = list
  expect((await read(user)).faltam).toEqual([])
})

test('tells who came back by a word of their own, and nothing where that was taken back', async () => {
  const made = await anApp()
  const user = await somebody(made)
  const { optOuts } = made.parts
  const kinds = async () => (await read(user, '?tipo=descadastro')).eventos
  const left = { phone: ANA, lid: LID, name: 'Ana', reason: 'SAIR', campaignId: null }
  await optOuts.add(user.id, { ...left, source: 'resposta' })
  made.clock.advance(60_000)
  await optOuts.removePerson(user.id, { phone: null, lid: LID })
  expect(await kinds()).toMatchObject([
    { saiu: false, source: 'resposta' },
    { saiu: true, source: 'resposta', reason: 'SAIR' },
  ])
  await user.call(`/api/optouts/${ANA}/restore`, { method: 'POST' })
  expect(await kinds()).toMatchObject([{ saiu: true, source: 'resposta' }])
})

test('says beside the field what is wrong with a kind, a cursor or a phone', async () => {
  const made = await anApp()
  const user = await made.register()
  for (const [query, path, phone] of [
    ['?tipo=tudo', 'tipo', ANA],
    ['?tipo=conversa,', 'tipo', ANA],
    ['?cursor=x', 'cursor', ANA],
    ['', 'phone', '123'],
  ] as const) {
    const answer = await user.call(`/api/people/${phone}/timeline${query}`)
    expect(await errorOf(answer)).toMatchObject({ status: 400, details: [{ path }] })
  }
})
