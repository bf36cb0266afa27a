import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { createAddressing } from '../../../src/whatsapp/directory/addressing.ts'
import { createDirectory } from '../../../src/whatsapp/directory/directory.ts'
import { createQueryBackoffs } from '../../../src/whatsapp/directory/query-pace.ts'

const OWN = { id: '5511988887777:3@s.whatsapp.net', lid: '900@lid' }
const ANA = '5511911112222@s.whatsapp.net'
const ANA_LID = '100@lid'

/** A directory over a server that knows one person; `onDevices` is called with each such query. */
function aDirectory(onDevices: (jids: readonly string[]) => void) {
  const lids = new Map<string, string>()
  const notes = new Map<string, string>()
  const store = Object.assign(Object.create(null), {
    has: () => true,
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
      timeoutMs: 1_000,
    }),
  }

  async function query(iq: BinaryNode): Promise<BinaryNode> {
    const usync = getBinaryNodeChild(iq, 'usync')
    const isForDevices = getBinaryNodeChild(getBinaryNodeChild(usync, 'query'), 'devices')
    const asked = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
    if (isForDevices) onDevices(asked.map(({ attrs }) => attrs.jid ?? ''))
    const devices = { tag: 'device-list', attrs: {}, content: [node('device', { id: '0' })] }
    const answers = asked.map(({ attrs }) => ({
      ...node('user', attrs),
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
  const { addressing, directory } = aDirectory((jids) => {
    if (!jids.includes(ANA)) addressing.told(true)
  })
  addressing.told(false)

  expect(await directory.prepare(ANA, { isRepeat: false })).toMatchObject({
    address: { jid: ANA_LID },
  })
})
