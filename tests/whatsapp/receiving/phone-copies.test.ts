import { expect, test } from 'vitest'
import { createPhoneCopies } from '../../../src/whatsapp/receiving/phone-copies.ts'

const MESSAGE = { key: { id: '3EB01', remoteJid: '5511911112222@s.whatsapp.net' } }

function phoneCopies() {
  const copies = createPhoneCopies({ log: () => undefined, askedAfterMs: 20 })
  const asked: unknown[] = []
  let tellAsked: () => void
  const wasAsked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const sock = {
    ws: { isOpen: true },
    requestPlaceholderResend: async (key: unknown) => {
      asked.push([key, copies.cache.get('3EB01')])
      tellAsked()
      return undefined
    },
  }
  return { ...copies, asked, wasAsked, askLater: () => copies.askLater(sock, MESSAGE), sock }
}

/** Waits for a request of another connection; any that was due earlier is made before it. */
async function anotherIsAsked(): Promise<void> {
  const { noteUnread, askLater, wasAsked } = phoneCopies()
  noteUnread('3EB01')
  askLater()
  await wasAsked
}

test('Baileys takes it that the phone was asked for what cannot be read', () => {
  const { cache, noteUnread, noteRead } = phoneCopies()
  expect(cache.get('3EB01')).toBeUndefined()
  noteUnread('3EB01')
  expect(cache.get('3EB01')).toBe(true)
  noteRead('3EB01')
  expect(cache.get('3EB01')).toBeUndefined()
})

test('the phone is asked once for what the sender does not send again', async () => {
  const { noteUnread, askLater, asked, wasAsked } = phoneCopies()
  noteUnread('3EB01')
  askLater()
  noteUnread('3EB01')
  askLater()
  await wasAsked
  noteUnread('3EB01')
  askLater()
  await anotherIsAsked()
  expect(asked).toEqual([[MESSAGE.key, undefined]])
})

test.each([
  ['what was read meanwhile', ({ noteRead }: ReturnType<typeof phoneCopies>) => noteRead('3EB01')],
  [
    'anything after the connection',
    ({ sock }: ReturnType<typeof phoneCopies>) => {
      sock.ws.isOpen = false
    },
  ],
])('the phone is not asked for %s', async (_, happen) => {
  const copies = phoneCopies()
  copies.noteUnread('3EB01')
  copies.askLater()
  happen(copies)
  await anotherIsAsked()
  expect(copies.asked).toEqual([])
})

test('what Baileys keeps of a message that it asks for is its own', () => {
  const { cache, noteUnread } = phoneCopies()
  cache.set('3EB02', { key: 'kept' })
  noteUnread('3EB02')
  expect(cache.get('3EB02')).toEqual({ key: 'kept' })
  cache.del('3EB02')
  expect(cache.get('3EB02')).toBeUndefined()
})
