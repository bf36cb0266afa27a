import { deflateSync, inflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { readHistoryChunk } from '../../../src/whatsapp/receiving/history-chunk.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const OWN = '5511988887777'
const SALT_FIELD = Buffer.from([0x9a, 0x01, 2, 7, 9])

test('reads tokens, names and the salt of a chunk, and none of its messages', () => {
  const chunk = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    conversations: [
      {
        id: '777@lid',
        pnJid: `${ANA}@s.whatsapp.net`,
        messages: [{ message: { key: { id: 'OLD' }, message: { conversation: 'Oi' } } }],
        tcToken: Buffer.from('token'),
        tcTokenTimestamp: 1_790_000_000,
        tcTokenSenderTimestamp: 1_780_000_000,
      },
      { id: '5521933334444@s.whatsapp.net', lidJid: '888@lid', displayName: 'Bia' },
      { id: '123-456@g.us', tcToken: Buffer.alloc(0), name: 'Bairro' },
    ],
    phoneNumberToLidMappings: [{ pnJid: '5531922223333@s.whatsapp.net', lidJid: '999@lid' }],
  }).finish()

  const read = readHistoryChunk(Buffer.concat([chunk, SALT_FIELD]))

  expect(read.tokens).toEqual([
    {
      jid: '777@lid',
      token: Buffer.from('token'),
      timestamp: 1_790_000_000,
      senderTimestamp: 1_780_000_000,
    },
  ])
  expect(read.mappings).toEqual([
    { pn: `${ANA}@s.whatsapp.net`, lid: '777@lid' },
    { pn: '5521933334444@s.whatsapp.net', lid: '888@lid' },
    { pn: '5531922223333@s.whatsapp.net', lid: '999@lid' },
  ])
  expect(read.salt).toEqual(Buffer.from([7, 9]))
  expect(read.chats).toEqual([
    { jid: '777@lid', pnJid: `${ANA}@s.whatsapp.net`, lidJid: '777@lid', name: '' },
    {
      ...{ jid: '5521933334444@s.whatsapp.net', pnJid: '5521933334444@s.whatsapp.net' },
      ...{ lidJid: '888@lid', name: 'Bia' },
    },
    { jid: '123-456@g.us', pnJid: '123-456@g.us', lidJid: '', name: 'Bairro' },
  ])
})

test('refuses a chunk that is cut off', () => {
  const chunk = proto.HistorySync.encode({
    syncType: 3,
    conversations: [{ id: '777@lid', displayName: 'Ana' }],
  }).finish()
  const cut = inflateSync(deflateSync(chunk)).subarray(0, -2)

  expect(() => readHistoryChunk(cut)).toThrow(RangeError)
})

test('writes with the tokens of the chats that the phone tells of, and takes none of their messages', async () => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const { whatsappUrl: url, rootKeyHex, mediaCaPath = null } = simulator
  const server = { url, rootKeyHex, mediaCaPath }
  const { events, pair, send } = await aMessenger(simulator, { server })
  await pair('d1')

  await simulator.control.sendHistory(OWN, [ANA])

  await eventually(async () => {
    await send('d1', { to: ANA })
    return (await simulator.control.stats()).withToken
  })
  expect(events.filter(({ type }) => type === 'inbound')).toEqual([])
  expect(events.find(({ type }) => type === 'history')).toMatchObject({
    key: 'd1',
    chats: [
      {
        ...{ chatJid: `${ANA}@s.whatsapp.net`, lid: expect.stringMatching(/^\d+@lid$/) },
        name: 'Pessoa 2222',
      },
    ],
  })
})
