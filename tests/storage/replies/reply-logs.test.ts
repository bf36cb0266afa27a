import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BotReply } from '../../../src/contract/gateways/bot-reply.ts'
import { BOT_REPLIES_KEPT } from '../../../src/contract/limits.ts'
import type { BotKey } from '../../../src/domain/replies/reply-log.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openReplyLogs } from '../../../src/storage/replies/reply-logs.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const assistant = { gatewayId: 'own', instanceName: 'Loja 1/2', chatbotId: null }
const chatbot = { ...assistant, chatbotId: 'c1' }
const never = () => false

function aReply(number: number, fields: Partial<BotReply> = {}): BotReply {
  return {
    ...chatbot,
    id: `r${number}`,
    at: new Date(1_768_478_400_000 + number).toISOString(),
    remoteJid: '5561988880001@s.whatsapp.net',
    pushName: 'Bruna',
    heard: `oi ${number}`,
    agentId: null,
    answer: 'Olá!',
    reason: null,
    ...fields,
  }
}

async function someLogs(dir: string) {
  const damages = await openDamages({ dir })
  const store = await openReplyLogs({ dir, damages })
  onTestFinished(store.close)
  const ids = async (key: BotKey = chatbot) => (await store.list('ana', key)).map(({ id }) => id)
  return { ...store, damages, ids }
}

test('the newest of each bot are kept apart, also past a restart', async () => {
  const dir = await aDataFolder()
  const first = await someLogs(dir)
  await first.add('ana', aReply(0), never)
  const many = Array.from({ length: 3 * BOT_REPLIES_KEPT }, (_, index) => aReply(index + 1))
  for (const reply of many) await first.add('ana', { ...reply, chatbotId: null }, never)
  await first.close()

  const again = await someLogs(dir)
  expect(await again.list('ana', chatbot)).toEqual([aReply(0)])
  const newest = many.slice(-BOT_REPLIES_KEPT).map(({ id }) => id)
  expect(await again.ids(assistant)).toEqual(newest.toReversed())
  expect(await again.list('bia', assistant)).toEqual([])
  const own = join(dir, 'replies', 'ana', 'own')
  for (const name of await readdir(own)) {
    expect((await readdir(join(own, name))).length).toBeLessThanOrEqual(2)
  }
})

test('what is a repeat of one that is there is not added', async () => {
  const { add, ids } = await someLogs(await aDataFolder())
  const isGroup = ({ reason }: BotReply) => reason === 'group'
  expect(await add('ana', aReply(1, { reason: 'group' }), isGroup)).toBe(true)
  expect(await add('ana', aReply(2, { reason: 'group' }), isGroup)).toBe(false)
  expect(await add('ana', aReply(3), never)).toBe(true)
  expect(await ids()).toEqual(['r3', 'r1'])
})

test('a bot goes with its log, and a gateway with all of its bots', async () => {
  const { add, ids, remove, removeGateway } = await someLogs(await aDataFolder())
  await add('ana', aReply(1), never)
  await add('ana', aReply(2, { chatbotId: 'c2' }), never)
  await remove('ana', chatbot)
  expect(await ids()).toEqual([])
  expect(await ids({ ...chatbot, chatbotId: 'c2' })).toEqual(['r2'])
  await removeGateway('ana', 'own')
  expect(await ids({ ...chatbot, chatbotId: 'c2' })).toEqual([])
})

test('a damaged file is put aside and told, and the log goes on', async () => {
  const dir = await aDataFolder()
  const first = await someLogs(dir)
  await first.add('ana', aReply(1), never)
  await first.close()
  const file = join(dir, 'replies', 'ana', 'own', 'chatbot-c1', '1.ndjson')
  await writeFile(file, 'not a line\nnor this\n')

  const again = await someLogs(dir)
  expect(await again.ids()).toEqual([])
  await again.add('ana', aReply(2), never)
  expect(await again.ids()).toEqual(['r2'])
  expect(again.damages.list()).toMatchObject([{ path: 'replies/ana/own/chatbot-c1/1.ndjson' }])
})
