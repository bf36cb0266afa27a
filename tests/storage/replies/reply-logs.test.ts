import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BOT_REPLIES_KEPT } from '../../../src/contract/limits.ts'
import type { BotKey } from '../../../src/domain/replies/reply-log.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openReplyLogs } from '../../../src/storage/replies/reply-logs.ts'
import { aReply, chatbot } from '../../support/domain/bot-replies.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

async function someLogs(dir: string) {
  const damages = await openDamages({ dir })
  const store = await openReplyLogs({ dir, damages })
  onTestFinished(store.close)
  const ids = async (key: BotKey = chatbot) => (await store.list('ana', key)).map(({ id }) => id)
  return { ...store, damages, ids }
}

test('the newest of a bot are in two files', async () => {
  const dir = await aDataFolder()
  const { add, ids } = await someLogs(dir)
  for (let number = 1; number <= 3 * BOT_REPLIES_KEPT; number += 1) {
    await add('ana', aReply(number), null)
  }
  expect(await ids()).toHaveLength(BOT_REPLIES_KEPT)
  expect(await readdir(join(dir, 'replies', 'ana', 'own', 'chatbot-c1'))).toHaveLength(2)
})

test('a damaged file is put aside and reported, and the log goes on', async () => {
  const dir = await aDataFolder()
  const first = await someLogs(dir)
  await first.add('ana', aReply(1), null)
  await first.close()
  const file = join(dir, 'replies', 'ana', 'own', 'chatbot-c1', '1.ndjson')
  await writeFile(file, 'not a line\nnor this\n')

  const again = await someLogs(dir)
  expect(await again.ids()).toEqual([])
  await again.add('ana', aReply(2), null)
  expect(await again.ids()).toEqual(['r2'])
  expect(again.damages.list()).toMatchObject([{ path: 'replies/ana/own/chatbot-c1/1.ndjson' }])
})
