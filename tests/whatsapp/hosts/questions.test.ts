import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import type { DirectoryEntry } from '../../../src/whatsapp/directory/usync.ts'
import { createQuestions, judge } from '../../../src/whatsapp/hosts/questions.ts'

type Answer = (asked: { topics: string[]; users: BinaryNode[] }) => BinaryNode[]

/** A directory that answers each question by a function, and notes which topics were asked. */
function aDirectory(answer: Answer) {
  const asked: string[][] = []
  const questions = createQuestions({ generateMessageTag: () => 'tag', query }, 1_000)
  return { asked, questions }

  async function query(iq: BinaryNode): Promise<BinaryNode> {
    const usync = getBinaryNodeChild(iq, 'usync')
    const query = getBinaryNodeChild(usync, 'query')
    const topics = Array.isArray(query?.content) ? query.content.map(({ tag }) => tag) : []
    asked.push(topics)
    const users = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
    const list = { tag: 'list', attrs: {}, content: answer({ topics, users }) }
    const content = [{ tag: 'usync', attrs: {}, content: [list] }]
    return { tag: 'iq', attrs: { type: 'result' }, content }
  }
}

function aUser(jid: string, parts: { contact?: string; lid?: string; devices?: number[] }) {
  const content: BinaryNode[] = []
  if (parts.contact !== undefined) {
    content.push({ tag: 'contact', attrs: { type: 'in' }, content: parts.contact })
  }
  if (parts.lid) content.push({ tag: 'lid', attrs: { val: parts.lid } })
  if (parts.devices) {
    const devices = parts.devices.map((id) => ({
      tag: 'device',
      attrs: { id: String(id), 'key-index': String(id) },
    }))
    const list = { tag: 'device-list', attrs: {}, content: devices }
    content.push({ tag: 'devices', attrs: {}, content: [list] })
  }
  return { tag: 'user', attrs: { jid }, content }
}

const JID = '556199990001@s.whatsapp.net'
const LID = '100200300@lid'

test('asks for existence, LID and devices in one question', async () => {
  const directory = aDirectory(() => [
    aUser(JID, { contact: '+5561999990001', lid: LID, devices: [0, 3] }),
  ])

  const entries = await directory.questions.askForAll(['5561999990001'])

  expect(directory.asked).toEqual([['contact', 'devices', 'lid']])
  expect(entries).toMatchObject([
    { jid: JID, lid: LID, askedPhone: '5561999990001', isOnWhatsApp: true },
  ])
  expect(entries[0]?.devices?.map(({ id }) => id)).toEqual([0, 3])
})

test('asks one thing after the other, from then on, where the server refuses one question', async () => {
  const directory = aDirectory(({ topics, users }) => {
    if (topics.length === 3) throw Object.assign(new Error('bad-request'), { data: 400 })
    if (topics.includes('contact')) return [aUser(JID, { contact: '+5561999990001' })]
    return users.map(() => aUser(JID, { lid: LID, devices: [0] }))
  })

  const entries = await directory.questions.askForAll(['5561999990001'])
  await directory.questions.askForAll(['5561999990001'])

  expect(entries).toMatchObject([{ jid: JID, lid: LID, devices: [{ id: 0 }] }])
  const separately = [['contact'], ['devices', 'lid']]
  expect(directory.asked).toEqual([['contact', 'devices', 'lid'], ...separately, ...separately])
})

test('asks for what the one answer left out', async () => {
  const directory = aDirectory(({ topics }) =>
    topics.includes('contact')
      ? [aUser(JID, { contact: '+5561999990001' })]
      : [aUser(JID, { lid: LID, devices: [0] })],
  )

  expect(await directory.questions.askForAll(['5561999990001'])).toMatchObject([
    { lid: LID, devices: [{ id: 0 }] },
  ])
})

test('takes a rate limit for no answer, and tries the one question again later', async () => {
  const directory = aDirectory(() => {
    throw Object.assign(new Error('rate-overlimit'), { data: 429 })
  })

  await expect(directory.questions.askForAll(['1'])).rejects.toThrow('rate-overlimit')
  await expect(directory.questions.askForAll(['1'])).rejects.toThrow('rate-overlimit')
  expect(directory.asked.map((topics) => topics.length)).toEqual([3, 3])
})

const REQUEST = { phone: '5561999990001', candidates: ['5561999990001', '556199990001'] }

function anEntry(entry: Partial<DirectoryEntry>): DirectoryEntry {
  return {
    jid: JID,
    askedPhone: null,
    isOnWhatsApp: true,
    lid: LID,
    devices: [],
    hasError: false,
    ...entry,
  }
}

test('matches an answer that does not repeat the number by its form without the ninth digit', () => {
  expect(judge(REQUEST, [anEntry({})])).toMatchObject({ result: 'found', jid: JID, lid: LID })
  expect(judge({ phone: '5511911112222', candidates: ['5511911112222'] }, [anEntry({})])).toEqual({
    phone: '5511911112222',
    result: 'absent',
  })
})

test('prefers the likeliest form where both are registered', () => {
  const other = '5561999990001@s.whatsapp.net'
  const entries = [
    anEntry({ askedPhone: '556199990001' }),
    anEntry({ jid: other, askedPhone: '5561999990001' }),
  ]

  expect(judge(REQUEST, entries)).toMatchObject({ jid: other })
})

test('calls a person absent only when the directory says so', () => {
  expect(judge(REQUEST, [anEntry({ isOnWhatsApp: false, lid: null })]).result).toBe('absent')
  expect(judge(REQUEST, []).result).toBe('absent')
  expect(judge(REQUEST, [anEntry({ isOnWhatsApp: null, hasError: true })]).result).toBe('unknown')
  expect(judge(REQUEST, [anEntry({ lid: null })]).result).toBe('unknown')
})
