import { EventEmitter } from 'node:events'
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { createExistence } from '../../../src/whatsapp/directory/existence.ts'
import { createQueryBackoffs, createQueryPace } from '../../../src/whatsapp/directory/query-pace.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

type Query = { readonly form: 'lid' | 'classic'; readonly phones: readonly string[] }
type Answer = (query: Query) => { users?: BinaryNode[]; error?: Record<string, string> }

/** A directory that answers each query by a function, and keeps what it was asked. */
function aDirectory(answer: Answer) {
  const queries: Query[] = []
  const notes = new Map<string, string | null>()
  const ws = new EventEmitter()
  const disk = { isFull: false }
  const clock = createFakeClock()
  const pace = createQueryPace({ backoffs: createQueryBackoffs(clock), sendWindow: 4, clock })
  const store = {
    readNote: (name: string) => notes.get(name) ?? undefined,
    saveNotes: (all: readonly (readonly [string, string | null])[]) => {
      if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      for (const [name, value] of all) notes.set(name, value)
    },
  }
  const sock = Object.assign(Object.create(null), { generateMessageTag: () => 'tag', ws, query })
  const existence = createExistence({ sock, store, pace, timeoutMs: 1_000 })
  return { queries, existence, clock, disk, notes, lookUp }

  function lookUp(...phones: readonly (string | readonly string[])[]) {
    return existence.lookUp(
      phones.map((each) => {
        const candidates = typeof each === 'string' ? [each] : each
        return { phone: candidates[0] ?? '', candidates }
      }),
    )
  }

  async function query(iq: BinaryNode): Promise<BinaryNode> {
    const usync = getBinaryNodeChild(iq, 'usync')
    const contact = getBinaryNodeChild(getBinaryNodeChild(usync, 'query'), 'contact')
    const users = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
    const asked: Query = {
      form: contact?.attrs.addressing_mode === 'lid' ? 'lid' : 'classic',
      phones: users.map((user) => String(getBinaryNodeChild(user, 'contact')?.content)),
    }
    queries.push(asked)
    const { users: found = [], error } = answer(asked)
    if (error) {
      const content = [{ tag: 'error', attrs: error }]
      ws.emit('TAG:tag', { tag: 'iq', attrs: { type: 'error' }, content })
      throw Object.assign(new Error(error.text), { data: Number(error.code) })
    }
    const content = [
      { tag: 'usync', attrs: {}, content: [{ tag: 'list', attrs: {}, content: found }] },
    ]
    return { tag: 'iq', attrs: { type: 'result' }, content }
  }
}

function aUser(
  attrs: Record<string, string>,
  contact: { type?: string; text?: string; error?: boolean },
): BinaryNode {
  const { type, text, error } = contact
  const content = error ? [{ tag: 'error', attrs: { code: '500' } }] : text
  const node = { tag: 'contact', attrs: type ? { type } : {}, ...(content && { content }) }
  return { tag: 'user', attrs, content: [node] }
}

const LONG = '5561999990001'
const SHORT = '556199990001'
const JID = `${SHORT}@s.whatsapp.net`
const LID = '100200300@lid'
const thereAs = (text: string) => aUser({ jid: LID, pn_jid: JID }, { type: 'in', text })

test('asks as WhatsApp Web does, and reads both names of the answer', async () => {
  const { queries, lookUp } = aDirectory(() => ({ users: [thereAs(`${LONG}@c.us`)] }))

  expect(await lookUp(LONG)).toEqual([{ result: 'found', phoneJid: JID, lid: LID }])
  expect(queries).toEqual([{ form: 'lid', phones: [`${LONG}@c.us`] }])
})

test('asks in the older form, from then on, where the server does not know the newer one', async () => {
  const { queries, lookUp } = aDirectory(({ form }) => {
    if (form === 'lid') return { error: { code: '400', text: 'bad-request' } }
    const lid = { tag: 'lid', attrs: { val: LID } }
    const user = aUser({ jid: JID }, { type: 'in', text: `+${LONG}` })
    return { users: [{ ...user, content: [lid, ...getBinaryNodeChildren(user, 'contact')] }] }
  })

  expect(await lookUp(LONG)).toEqual([{ result: 'found', phoneJid: JID, lid: LID }])
  await lookUp('5511911112222')
  expect(queries.map(({ form }) => form)).toEqual(['lid', 'classic', 'classic'])
})

test('asks for the second form of a number only where the first is nobody’s', async () => {
  const { queries, lookUp } = aDirectory(({ phones }) => ({
    users: phones.map((text) =>
      text.startsWith(SHORT) ? thereAs(text) : aUser({}, { type: 'out', text }),
    ),
  }))

  expect(await lookUp([SHORT, LONG], [LONG, SHORT])).toMatchObject([
    { result: 'found' },
    { result: 'found', phoneJid: JID },
  ])
  expect(queries.map(({ phones }) => phones)).toEqual([
    [`${SHORT}@c.us`, `${LONG}@c.us`],
    [`${SHORT}@c.us`],
  ])
})

test('keeps its answers, those about nobody too', async () => {
  const { queries, existence, lookUp } = aDirectory(({ phones }) => ({
    users: phones.map((text) =>
      text.startsWith(LONG) ? thereAs(text) : aUser({}, { type: 'out', text }),
    ),
  }))
  const first = await lookUp(LONG, '5511911112222')

  expect(await lookUp(LONG, '5511911112222')).toEqual(first)
  expect(queries).toHaveLength(1)
  existence.forget([LONG])
  await lookUp(LONG)
  expect(queries).toHaveLength(2)
})

test('asks again about somebody absent where a person waits for the answer', async () => {
  let isThere = false
  const { queries, existence } = aDirectory(({ phones }) => ({
    users: phones.map((text) => (isThere ? thereAs(text) : aUser({}, { type: 'out', text }))),
  }))
  const request = { phone: LONG, candidates: [LONG] }
  await existence.lookUp([request])
  isThere = true

  expect(await existence.lookUp([request])).toMatchObject([{ result: 'absent' }])
  const urgent = { ...request, isUrgent: true }
  expect(await existence.lookUp([urgent])).toMatchObject([{ result: 'found', lid: LID }])
  await existence.lookUp([urgent])
  expect(await existence.lookUp([request])).toMatchObject([{ result: 'found', lid: LID }])
  expect(queries).toHaveLength(2)
})

test('calls somebody absent only where the directory says so', async () => {
  const answers: Record<string, BinaryNode[]> = {
    out: [aUser({}, { type: 'out', text: LONG })],
    'left out': [],
    error: [aUser({ jid: JID }, { error: true })],
  }
  const results = await Promise.all(
    Object.values(answers).map((users) => aDirectory(() => ({ users })).lookUp(LONG)),
  )
  expect(results.map(([presence]) => presence?.result)).toEqual(['absent', 'unknown', 'unknown'])
})

test('matches an answer that does not repeat the number by its form without the ninth digit', async () => {
  const users = [aUser({ jid: LID, pn_jid: JID }, { type: 'in' })]
  const { lookUp } = aDirectory(() => ({ users }))

  expect(await lookUp(LONG)).toMatchObject([{ result: 'found', phoneJid: JID }])
  expect(await lookUp('5511911112222')).toMatchObject([{ result: 'unknown' }])
})

test('takes no landline for the mobile with the same last eight digits', async () => {
  const jid = '551123456789@s.whatsapp.net'
  const users = [aUser({ jid: LID, pn_jid: jid }, { type: 'in' })]
  const { lookUp } = aDirectory(() => ({ users }))

  expect(await lookUp('5511923456789')).toMatchObject([{ result: 'unknown' }])
})

test('asks nothing for as long as the server wants to be left alone', async () => {
  let isBusy = true
  const { queries, clock, lookUp } = aDirectory(({ phones: [text = ''] }) =>
    isBusy
      ? { error: { code: '429', text: 'rate-overlimit', backoff: '30' } }
      : { users: [thereAs(text)] },
  )

  expect(await lookUp(LONG)).toMatchObject([{ result: 'unknown' }])
  isBusy = false
  clock.advance(29_000)
  expect(await lookUp(LONG)).toMatchObject([
    { result: 'unknown', error: { data: 429, backoffSeconds: 1 } },
  ])
  expect(queries).toHaveLength(1)
  clock.advance(1_000)
  expect(await lookUp(LONG)).toMatchObject([{ result: 'found' }])
})

test('waits longer each time where the server does not say how long', async () => {
  const { queries, clock, lookUp } = aDirectory(() => ({
    error: { code: '429', text: 'rate-overlimit' },
  }))
  const askedAfter = async (seconds: number) => {
    clock.advance(seconds * 1_000)
    await lookUp(LONG)
    return queries.length
  }

  expect(await askedAfter(0)).toBe(1)
  expect([await askedAfter(59), await askedAfter(1)]).toEqual([1, 2])
  expect([await askedAfter(299), await askedAfter(1)]).toEqual([2, 3])
  expect([await askedAfter(1_499), await askedAfter(1)]).toEqual([3, 4])
})

test('answers are of use where the disk does not take them', async () => {
  const { queries, disk, lookUp } = aDirectory(() => ({ users: [thereAs(LONG)] }))
  disk.isFull = true
  expect(await lookUp(LONG)).toMatchObject([{ result: 'found', phoneJid: JID }])

  disk.isFull = false
  await lookUp(LONG)
  await lookUp(LONG)
  expect(queries).toHaveLength(2)
})

test('an answer that was kept in another form is asked for anew', async () => {
  const { queries, notes, lookUp } = aDirectory(() => ({ users: [thereAs(LONG)] }))
  for (const text of ['{"day":1}', '["ontem"]', '[20000,"5561999990001"]']) {
    notes.set(`who/${LONG}`, text)
    expect(await lookUp(LONG)).toMatchObject([{ result: 'found', phoneJid: JID }])
  }
  expect(queries).toHaveLength(3)
})
