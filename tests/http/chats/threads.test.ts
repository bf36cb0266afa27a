import { expect, test } from 'vitest'
import { anApp, asJson } from '../../support/http/app.ts'

const ANA = '5561999990001'
const BIA = '5561999990002'

type Row = {
  readonly id: string
  readonly message_content: string
  readonly message_timestamp: number
}
type Found = {
  readonly messages: readonly Row[]
  readonly searched: number
  readonly next: { readonly before_timestamp: number; readonly before_id: string } | null
}

/** A user whose gateway has posted these messages of Ana's, a second apart. */
async function aHistory(texts: readonly string[]) {
  const made = await anApp()
  const user = await made.register()
  const { url } = await (await user.call('/api/webhooks')).json()
  const begin = Math.floor(made.clock.now() / 1000) - texts.length
  const told = texts.map((text, step) => ({
    key: { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: false, id: `M${step}` },
    pushName: 'Ana',
    message: { conversation: text },
    messageTimestamp: begin + step,
  }))
  for (let from = 0; from < told.length; from += 500) {
    const body = { event: 'messages.upsert', instance: 'loja', data: told.slice(from, from + 500) }
    const answer = await made.request(new URL(url).pathname, asJson(body))
    expect(answer.status).toBe(200)
  }
  const get = async (path: string) => (await user.call(path)).json()
  const thread = `/api/webhook-messages?instance=loja&remote_jid=${ANA}`
  const page = async (query: string): Promise<readonly Row[]> => get(`${thread}${query}`)
  const search = (q: string, more = ''): Promise<Found> =>
    get(`/api/chats/search?instance=loja&remote_jid=${ANA}&q=${encodeURIComponent(q)}${more}`)
  return { ...made, user, page, search }
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, step) => `M${from + step}`)

test('a thread is read backwards page by page, down to its first message, and forwards again', async () => {
  const { page } = await aHistory(Array.from({ length: 250 }, (_, step) => `texto ${step}`))
  const newest = await page('')
  expect(ids(newest)).toEqual(numbered(150, 250))
  const before = (row: Row | undefined) =>
    `&before_timestamp=${row?.message_timestamp}&before_id=${row?.id}`
  const second = await page(before(newest[0]))
  expect(ids(second)).toEqual(numbered(50, 150))
  const last = await page(before(second[0]))
  expect(ids(last)).toEqual(numbered(0, 50))
  expect(await page(before(last[0]))).toEqual([])
  const row = last.at(-1)
  const after = `&after_timestamp=${row?.message_timestamp}&after_id=${row?.id}`
  expect(ids(await page(`${after}&limit=3`))).toEqual(['M50', 'M51', 'M52'])
})

test('what is no time is refused', async () => {
  const { user } = await aHistory(['Oi'])
  const refused = await user.call(
    `/api/webhook-messages?instance=loja&remote_jid=${ANA}&before_timestamp=ontem`,
  )
  expect(refused.status).toBe(400)
})

test('a search finds words whatever their case and accents, the newest first', async () => {
  const { search } = await aHistory([
    'Quanto é a rematrícula?',
    'Bom dia',
    'REMATRICULA já abriu',
    'Obrigada',
  ])
  const found = await search('Rematrícula')
  expect(found).toMatchObject({ searched: 4, next: null })
  expect(ids(found.messages)).toEqual(['M2', 'M0'])
  expect((await search('rematricula?')).messages).toHaveLength(1)
  expect((await search('nada disso')).messages).toEqual([])
})

test('a search that finds much answers with a part of it', async () => {
  const { search } = await aHistory(Array.from({ length: 120 }, () => 'sim'))
  const first = await search('sim')
  expect(ids(first.messages)).toEqual(numbered(70, 120).reverse())
  const { next } = first
  const second = await search(
    'sim',
    `&before_timestamp=${next?.before_timestamp}&before_id=${next?.before_id}`,
  )
  expect(ids(second.messages)).toEqual(numbered(20, 70).reverse())
})

test('nobody finds messages of another user, and an empty search is refused', async () => {
  const { register, user, search } = await aHistory(['segredo'])
  expect((await search('segredo')).messages).toHaveLength(1)
  const other = await register('Outra')
  const path = `/api/chats/search?instance=loja&remote_jid=${ANA}&q=segredo`
  const answer: Found = await (await other.call(path)).json()
  expect(answer).toEqual({ messages: [], searched: 0, next: null })
  const elsewhere = await user.call(path.replace(ANA, BIA))
  expect(await elsewhere.json()).toEqual({ messages: [], searched: 0, next: null })
  expect((await user.call(path.replace('segredo', '%20'))).status).toBe(400)
})

test('a document is found by its name, and a picture not by the word for its kind', async () => {
  const { user, request, search } = await aHistory([])
  const { url } = await (await user.call('/api/webhooks')).json()
  const says = (id: string, message: object) => ({
    ...{ key: { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: false, id }, pushName: 'Ana' },
    ...{ message, messageTimestamp: 1_768_478_400 },
  })
  const document = {
    fileName: 'Tabela de Preços.pdf',
    mimetype: 'application/pdf',
    fileLength: '9',
  }
  await request(
    new URL(url).pathname,
    asJson({
      event: 'messages.upsert',
      instance: 'loja',
      data: [
        says('D', { documentMessage: { ...document, caption: 'Segue' } }),
        says('I', { imageMessage: { mimetype: 'image/png' } }),
        says('A', { audioMessage: { mimetype: 'audio/ogg', seconds: 7, ptt: true } }),
      ],
    }),
  )
  const { messages } = await search('precos')
  expect(messages).toMatchObject([
    {
      id: 'D',
      message_content: 'Segue',
      file: {
        ...{ name: 'Tabela de Preços.pdf', mimetype: 'application/pdf', bytes: 9 },
        ...{ duration_seconds: null, url: null },
      },
    },
  ])
  expect((await search('imagem')).messages).toEqual([])
  const [audio] = await (
    await user.call(`/api/webhook-messages?instance=loja&remote_jid=${ANA}&limit=1`)
  ).json()
  expect(audio.file).toMatchObject({ duration_seconds: 7, voice: true })
})
