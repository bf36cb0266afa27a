import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAddressing } from '../../../src/whatsapp/directory/addressing.ts'
import { createDirectory } from '../../../src/whatsapp/directory/directory.ts'
import { createQueryBackoffs } from '../../../src/whatsapp/directory/query-pace.ts'

const OWN = { id: '5511988887777:3@s.whatsapp.net', lid: '900@lid' }
const ANA = '5511911112222@s.whatsapp.net'
const ANA_LID = '100@lid'
/** After this time a list of devices is asked for again. */
const OUTDATED_MS = 13 * 60_000
/** After this time a group takes no room any more. */
const RESTING_MS = 61 * 60_000
const LARGEST_GROUP = 1_024

type Asked = { readonly jid: string; readonly hash: string | undefined }

/**
 * A directory over a server that knows one person; `onDevices` is called with each such query. A
 * person who is asked for by the hash of their present devices is left out of the answer.
 */
function aDirectory(
  onDevices: (asked: readonly Asked[]) => void,
  devicesNow: () => readonly string[] = () => ['0'],
) {
  const lids = new Map<string, string>()
  const notes = new Map<string, string>()
  const store = Object.assign(Object.create(null), {
    hasOpenSession: () => true,
    readNote: (name: string) => notes.get(name),
    saveNote: (name: string, value: string) => void notes.set(name, value),
    saveNotes: () => undefined,
  })
  const sock = Object.assign(Object.create(null), {
    query,
    user: OWN,
    generateMessageTag: () => 'tag',
    userDevicesCache: { set: async () => true, del: async () => 1 },
    signalRepository: {
      jidToSignalProtocolAddress: (jid: string) => jid,
      lidMapping: {
        getLIDForPN: async (jid: string) => lids.get(jid) ?? null,
        getPNForLID: async () => null,
        storeLIDPNMappings: async (all: { pn: string; lid: string }[]) => {
          for (const { pn, lid } of all) lids.set(pn, lid)
        },
      },
    },
  })
  const addressing = createAddressing(store)
  return {
    addressing,
    directory: createDirectory({
      sock,
      store,
      addressing,
      backoffs: createQueryBackoffs(),
      sendWindow: 4,
      timeoutMs: 1_000,
    }),
  }

  async function query(iq: BinaryNode): Promise<BinaryNode> {
    const usync = getBinaryNodeChild(iq, 'usync')
    const isForDevices = getBinaryNodeChild(getBinaryNodeChild(usync, 'query'), 'devices')
    const asked = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
    const known = asked.map((user) => ({
      jid: user.attrs.jid ?? '',
      hash: getBinaryNodeChild(user, 'devices')?.attrs.device_hash,
    }))
    if (isForDevices) onDevices(known)
    const ids = devicesNow()
    const hash = ids.join()
    const list = ids.map((id) => node('device', { id, 'key-index': id }))
    const devices = { ...node('device-list', { hash }), content: list }
    const told = known.filter((each) => each.hash !== hash)
    const answers = told.map(({ jid }) => ({
      ...node('user', { jid }),
      content: isForDevices
        ? [{ ...node('devices'), content: [devices] }]
        : [node('lid', { val: ANA_LID })],
    }))
    const content = [{ ...node('usync'), content: [{ ...node('list'), content: answers }] }]
    return { ...node('iq', { type: 'result' }), content }
  }
}

function node(tag: string, attrs: Record<string, string> = {}): BinaryNode {
  return { tag, attrs }
}

test('prepares a message anew whose account turns out to be migrated meanwhile', async () => {
  const { addressing, directory } = aDirectory((asked) => {
    if (!asked.some(({ jid }) => jid === ANA)) addressing.onMigrated(true)
  })
  addressing.onMigrated(false)

  expect(await directory.prepare(ANA, { isRepeat: false })).toMatchObject({
    address: { jid: ANA_LID },
  })
})

test('asks for outdated devices by their hash, and who is left out of the answer has them still', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let ids = ['0', '7']
  const queries: Asked[] = []
  const { addressing, directory } = aDirectory(
    (asked) => queries.push(...asked),
    () => ids,
  )
  addressing.onMigrated(true)
  const devices = async () => {
    const prepared = await directory.prepare(ANA, { isRepeat: false })
    return typeof prepared === 'string' ? prepared : prepared.person.devices.map(({ id }) => id)
  }
  const hashes = () => queries.splice(0).flatMap(({ jid, hash }) => (jid === ANA_LID ? [hash] : []))
  expect(await devices()).toEqual([0, 7])
  expect(hashes()).toEqual([undefined])

  vi.setSystemTime(Date.now() + OUTDATED_MS)
  expect(await devices()).toEqual([0, 7])
  expect(hashes()).toEqual(['0,7'])
  expect(await devices()).toEqual([0, 7])
  expect(hashes()).toEqual([])

  ids = ['0', '7', '8']
  vi.setSystemTime(Date.now() + OUTDATED_MS)
  expect(await devices()).toEqual([0, 7, 8])
  expect(hashes()).toEqual(['0,7'])

  // What a notice puts in doubt is asked for as if nothing were known.
  await directory.forget({ phoneJid: ANA, lid: ANA_LID }, { withSessions: false })
  expect(await devices()).toEqual([0, 7, 8])
  expect(hashes()).toEqual([undefined])
})

test('asks once more for devices that a notice put in doubt while they were asked for by their hash', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const hashes: (string | undefined)[] = []
  let isNoticed = false
  const { addressing, directory } = aDirectory((asked) => {
    const ana = asked.find(({ jid }) => jid === ANA_LID)
    if (!ana) return
    hashes.push(ana.hash)
    if (isNoticed) void directory.forget({ phoneJid: ANA, lid: ANA_LID }, { withSessions: false })
    isNoticed = false
  })
  addressing.onMigrated(true)
  await directory.prepare(ANA, { isRepeat: false })

  vi.setSystemTime(Date.now() + OUTDATED_MS)
  isNoticed = true
  expect(await directory.prepare(ANA, { isRepeat: false })).toMatchObject({
    person: { devices: [{ id: 0 }] },
  })
  expect(hashes).toEqual([undefined, '0', undefined])
})

test('large groups that are written to in turn keep all their members known, until one rests', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const queries: Asked[] = []
  const { addressing, directory } = aDirectory((asked) => queries.push(...asked))
  addressing.onMigrated(true)
  const groups = [1, 2, 3].map((group) => ({
    jid: `12036300000000000${group}@g.us`,
    members: Array.from({ length: LARGEST_GROUP }, (_, index) => ({
      phoneJid: `55119${group}000${1_000 + index}@s.whatsapp.net`,
      lid: `${group}000${1_000 + index}@lid`,
    })),
  }))
  const [first, ...others] = groups
  /** The hashes by which a group's members are asked for when it is written to. */
  const askedBy = async (group: (typeof groups)[number] | undefined) => {
    queries.length = 0
    if (group) await directory.prepareAll(group.jid, group.members)
    return queries.filter(({ jid }) => jid !== OWN.lid).map(({ hash }) => hash)
  }
  for (const group of groups) expect(await askedBy(group)).toHaveLength(LARGEST_GROUP)
  for (const group of groups) expect(await askedBy(group)).toEqual([])

  // The lists are outdated, and still known by their hashes.
  vi.setSystemTime(Date.now() + RESTING_MS)
  for (const group of others) expect(new Set(await askedBy(group))).toEqual(new Set(['0']))
  expect(await askedBy(first)).toContain(undefined)
})
