import { expect, test } from 'vitest'
import { createMessengerBranches } from '../../../src/domain/cluster/messenger-branches.ts'
import { createLoginTurns } from '../../../src/domain/devices/login-turns.ts'
import type { MessengerEvent } from '../../../src/domain/messenger.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { createRecordedMessenger } from '../../support/domain/recorded-messenger.ts'

const receipt = (key: string): MessengerEvent => ({
  type: 'receipt',
  key,
  messageIds: ['M1'],
  kind: 'read',
  at: '2026-01-15T12:00:00.000Z',
})
const request = (messageId: string) => ({
  messageId,
  jid: '5561900000001@s.whatsapp.net',
  content: { text: 'Olá', media: null },
  isRepeat: false,
})
const part = { from: 0, byteCount: 1 }
const ended = { code: 'stopping' }

function someBranches() {
  const clock = createFakeClock()
  const messenger = createRecordedMessenger()
  const { branch, stopAll } = createMessengerBranches({
    create: messenger.create,
    after: clock.after,
  })

  function branchOf(userId: string) {
    const events: MessengerEvent[] = []
    const own = branch(userId, {
      findContent: async (messageId) => ({ text: `${messageId} of ${userId}`, media: null }),
      findJid: async (messageId) => `${messageId}@${userId}`,
      readUpload: async () => Buffer.from(userId),
      onEvent: async (event) => void events.push(event),
    })
    return { ...own, events }
  }
  return { ...messenger, clock, branch, branchOf, stopAll }
}

test('events of a device reach the branch that connected or paired it, and no other', async () => {
  const { branchOf, tell } = someBranches()
  const [ana, bia] = [branchOf('ana'), branchOf('bia')]
  ana.open('a1')
  bia.pair('b1', { phone: '', withCode: false })
  await tell(receipt('a1'))
  await tell(receipt('b1'))
  expect(ana.events).toEqual([receipt('a1')])
  expect(bia.events).toEqual([receipt('b1')])
})

test('events of a device that is closed or logged out reach the branch that asked for it', async () => {
  const { branchOf, tell } = someBranches()
  const ana = branchOf('ana')
  await ana.close('a1')
  await ana.logOut('a2')
  await tell(receipt('a1'))
  await tell(receipt('a2'))
  expect(ana.events).toHaveLength(2)
})

test('an event that a branch could not keep is published again', async () => {
  const { branch, tell } = someBranches()
  const full = new Error('the disk is full')
  const ana = branch('ana', {
    findContent: async () => undefined,
    findJid: async () => undefined,
    readUpload: async () => null,
    onEvent: async () => {
      throw full
    },
  })
  ana.open('a1')
  await expect(tell(receipt('a1'))).rejects.toBe(full)
})

test('what arrives for a device while its user moves is refused, and kept by the next branch', async () => {
  const { branchOf, tell } = someBranches()
  const first = branchOf('ana')
  await expect(tell(receipt('a1'))).rejects.toMatchObject(ended)
  first.open('a1')
  await first.stop(0)
  await expect(tell(receipt('a1'))).rejects.toMatchObject(ended)
  const second = branchOf('ana')
  second.open('a1')
  await tell(receipt('a1'))
  expect(first.events).toEqual([])
  expect(second.events).toEqual([receipt('a1')])
})

test('hosts ask the branch of the device, or of the user, and learn whose it is', async () => {
  const { branchOf, asks } = someBranches()
  branchOf('bia').open('b1')
  const ana = branchOf('ana')
  ana.open('a1')
  const { findContent, findJid, readUpload, findUser } = asks()
  expect(await findContent('M1', 'a1')).toMatchObject({ text: 'M1 of ana' })
  expect(await findJid('M1', 'b1')).toBe('M1@bia')
  expect(await readUpload('bia', 'foto.jpg', part)).toEqual(Buffer.from('bia'))
  expect(findUser('a1')).toBe('ana')

  await ana.abandon()

  expect(await findContent('M1', 'a1')).toBeUndefined()
  expect(await findJid('M1', 'a1')).toBeUndefined()
  expect(await readUpload('ana', 'foto.jpg', part)).toBeNull()
  expect(findUser('a1')).toBeUndefined()
})

test('a branch that stops waits for its own acknowledgements; others go on', async () => {
  const { branchOf, told, tell, accept } = someBranches()
  const [ana, bia] = [branchOf('ana'), branchOf('bia')]
  ana.open('a1')
  bia.open('b1')
  const sends = [ana.send('a1', request('A')), bia.send('b1', request('B'))]
  const stopped = ana.stop(10_000)

  expect(await ana.send('a1', request('late'))).toMatchObject({ kind: 'not_sent' })
  // Answers to what is on its way are still taken.
  await tell(receipt('a1'))
  expect(ana.events).toHaveLength(1)
  expect(told).not.toContain('close a1 moving')
  accept('A')
  await stopped

  expect(await sends[0]).toMatchObject({ kind: 'accepted' })
  accept('B')
  expect(await sends[1]).toMatchObject({ kind: 'accepted' })
  void bia.send('b1', request('C'))
  expect(told).toEqual([
    'open a1',
    'open b1',
    'send a1 A',
    'send b1 B',
    'close a1 moving',
    'send b1 C',
  ])
})

test('an acknowledgement that does not come holds the end of a branch up for its grace alone', async () => {
  const { branchOf, clock } = someBranches()
  const ana = branchOf('ana')
  ana.open('a1')
  const send = ana.send('a1', request('A'))
  const stopped = ana.stop(10_000)
  clock.advance(10_000)
  await stopped
  expect(await send).toMatchObject({ kind: 'unknown' })
})

test('an abandoned branch closes its sockets at once, and nothing reaches them or it any more', async () => {
  const { branchOf, told, tell } = someBranches()
  const ana = branchOf('ana')
  ana.open('a1')
  const send = ana.send('a1', request('A'))
  const abandoned = ana.abandon()

  expect(told).toEqual(['open a1', 'send a1 A', 'close a1 moving'])
  await expect(tell(receipt('a1'))).rejects.toMatchObject(ended)
  expect(await send).toMatchObject({ kind: 'unknown' })
  await abandoned

  ana.open('a1')
  ana.pair('a1', { phone: '', withCode: false })
  await ana.close('a1')
  await expect(ana.logOut('a1')).rejects.toMatchObject(ended)
  await expect(ana.hasKeys('a1')).rejects.toMatchObject(ended)
  expect(await ana.send('a1', request('B'))).toMatchObject({ kind: 'not_sent' })
  const people = [{ phone: '5561900000001', candidates: [] }]
  expect(await ana.lookUp('a1', people)).toMatchObject([{ result: 'unknown' }])
  expect(await ana.acquaintances('a1', people)).toBeNull()
  expect(told).toHaveLength(3)
  expect(ana.events).toEqual([])
})

test('a branch that ends late leaves a device alone that the next one has connected', async () => {
  const { branchOf, told, tell, accept, asks } = someBranches()
  const first = branchOf('ana')
  first.open('a1')
  first.open('a2')
  void first.send('a1', request('A'))
  const stopped = first.stop(10_000)
  const second = branchOf('ana')
  second.open('a1')
  accept('A')
  await stopped
  expect(told.slice(3)).toEqual(['open a1', 'close a2 moving'])
  await tell(receipt('a1'))
  expect(second.events).toHaveLength(1)
  expect(asks().findUser('a1')).toBe('ana')
  expect(await asks().readUpload('ana', 'foto.jpg', part)).not.toBeNull()
})

test('a login of an account that has just been lost fails nobody, and keeps no other waiting', () => {
  const { branchOf, lose, told, clock } = someBranches()
  const [ana, bia] = [branchOf('ana'), branchOf('bia')]
  const turns = createLoginTurns({ loginsPerSecond: 1, clock })
  const logIn = (own: typeof ana, key: string) =>
    turns.ask(() => {
      own.open(key)
      return true
    })
  logIn(bia, 'b1')
  logIn(ana, 'a1')
  logIn(bia, 'b2')
  lose('ana')
  clock.advance(2_000)
  expect(told).toEqual(['open b1', 'open b2'])
})

test('the end of a node ends the messenger that its branches share', async () => {
  const { stopAll, told } = someBranches()
  await stopAll(5_000)
  expect(told).toEqual(['stop 5000'])
})
