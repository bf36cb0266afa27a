import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { childOf, childrenOf, stanza } from '../../../src/simulator/protocol/stanza.ts'
import { plainAccount } from '../../../src/simulator/world/account-settings.ts'
import { findByNumber, lidJid } from '../../../src/simulator/world/directory.ts'
import { answerUsync } from '../../../src/simulator/world/usync.ts'
import { createWorld } from '../../../src/simulator/world/world.ts'

function aWorld(exists = (_: string) => true) {
  return createWorld({
    ...{ seed: randomBytes(32), defaults: {}, account: {}, faults: {}, exists },
    oddity: () => ({}),
    changed: () => undefined,
  })
}

function aQuery(protocols: string[], users: BinaryNode[]): BinaryNode {
  const query = stanza(
    'query',
    {},
    protocols.map((tag) => stanza(tag, {})),
  )
  return stanza('iq', {}, [stanza('usync', {}, [query, stanza('list', {}, users)])])
}

function byContact(number: string): BinaryNode {
  return stanza('user', {}, [stanza('contact', {}, Buffer.from(number))])
}

function usersIn(answer: BinaryNode): BinaryNode[] {
  return childrenOf(childOf(answer, 'list'))
}

test('a million numbers are on WhatsApp, each with a LID of its own, and take no memory', () => {
  const world = aWorld()
  const lids = new Set<string>()
  for (let index = 0; index < 1_000_000; index++) {
    const resident = findByNumber(world, `5521${900_000_000 + index}`)
    if (resident) lids.add(lidJid(resident))
  }
  expect(lids.size).toBe(1_000_000)
  expect(world.people.size).toBe(0)
})

test('contact, LID and devices are answered in one query, for people who are there and not', () => {
  const world = aWorld((phone) => !phone.endsWith('0'))
  const query = aQuery(
    ['contact', 'lid', 'devices'],
    [byContact('+551188887777'), byContact('+5511988887770')],
  )
  const answer = answerUsync(world, query, plainAccount)
  if ('code' in answer) throw new Error('refused')
  const [there, absent] = usersIn(answer)
  expect(there?.attrs.jid).toBe('5511988887777@s.whatsapp.net')
  expect(childOf(there, 'contact')?.attrs.type).toBe('in')
  expect(childOf(there, 'lid')?.attrs.val).toMatch(/^\d{15}@lid$/)
  expect(childOf(there, 'devices')).toBeDefined()
  expect(childOf(absent, 'contact')?.attrs.type).toBe('out')
  expect(childOf(absent, 'devices')).toBeUndefined()
})

test('behaviours of a pattern hold for all it matches, and those of a number win', () => {
  const world = aWorld()
  world.behaviours.set('*7', { absent: true })
  world.behaviours.set('5511988887777', { absent: false, devices: 2 })
  expect(findByNumber(world, '5511988887757')).toBeUndefined()
  expect(findByNumber(world, '5511988887758')).toBeDefined()
  expect(findByNumber(world, '5511988887777')).toBeDefined()
  world.behaviours.set('*7', {})
  expect(findByNumber(world, '5511988887757')).toBeDefined()
})

test('who is asked for by the hash of unchanged devices is left out of the answer', () => {
  const world = aWorld()
  const jid = lidJid(findByNumber(world, '5511988887777') ?? fail())
  const ask = (hash?: string) => {
    const known = hash === undefined ? [] : [stanza('devices', { device_hash: hash })]
    const answer = answerUsync(
      world,
      aQuery(['devices'], [stanza('user', { jid }, known)]),
      plainAccount,
    )
    return 'code' in answer ? fail() : usersIn(answer)
  }
  const hashOf = ([user]: BinaryNode[]) =>
    childOf(childOf(user, 'devices'), 'device-list')?.attrs.hash

  const hash = hashOf(ask())
  expect(ask(hash)).toEqual([])
  world.behaviours.set('5511988887777', { devices: 2 })
  expect(hashOf(ask(hash))).not.toBe(hash)
})

function fail(): never {
  throw new Error('refused')
}
