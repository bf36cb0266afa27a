import { describe, expect, onTestFinished, test } from 'vitest'
import { BOT_REPLIES_KEPT } from '../../../src/contract/limits.ts'
import type { BotKey } from '../../../src/domain/replies/reply-log.ts'
import { aReply, chatbot } from '../../support/domain/bot-replies.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { type OpenReplyLogs, replyLogEngines } from '../../support/storage/engines/log-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `ReplyLogStore` promises. */

const assistant = { ...chatbot, chatbotId: null }
const other = { ...chatbot, chatbotId: 'c2' }

async function aStore(open: OpenReplyLogs) {
  const dir = await aDataFolder()
  let { store, close } = await open(dir)
  onTestFinished(async () => {
    await close()
  })
  const reopen = async (): Promise<void> => {
    await close()
    ;({ store, close } = await open(dir))
  }
  const ids = async (key: BotKey = chatbot, userId = 'ana') =>
    (await store.list(userId, key)).map(({ id }) => id)
  return { store: () => store, ids, reopen }
}

describe.each(Object.entries(replyLogEngines))('the log of a bot in %s', (_, open) => {
  test('tells the newest first, of each bot apart, also when it is opened again', async () => {
    const { store, ids, reopen } = await aStore(open)
    expect(await ids()).toEqual([])
    await store().add('ana', aReply(1), null)
    await store().add('ana', aReply(2, other), null)
    await store().add('ana', aReply(3, assistant), null)
    await store().add('ana', aReply(4, { instanceName: 'Loja 2' }), null)
    await store().add('ana', aReply(5, { ...assistant, instanceName: 'c1' }), null)
    await store().add('ana', aReply(6, { gatewayId: 'evolution' }), null)
    await store().add('bia', aReply(7), null)
    for (const prepare of [async () => undefined, reopen]) {
      await prepare()
      // A chatbot that is at another instance by now has its log still.
      expect(await ids()).toEqual(['r4', 'r1'])
      expect(await ids(other)).toEqual(['r2'])
      expect(await ids(assistant)).toEqual(['r3'])
      expect(await ids({ ...assistant, instanceName: 'c1' })).toEqual(['r5'])
      expect(await ids({ ...chatbot, gatewayId: 'evolution' })).toEqual(['r6'])
      expect(await ids(chatbot, 'bia')).toEqual(['r7'])
      expect(await ids(chatbot, 'caio')).toEqual([])
    }
  })

  test('keeps so many of each, and those of one bot drop none of another', async () => {
    const { store, ids, reopen } = await aStore(open)
    await store().add('ana', aReply(0, other), null)
    await store().add('bia', aReply(0), null)
    const count = BOT_REPLIES_KEPT + 20
    for (let number = 1; number <= count; number += 1) {
      await store().add('ana', aReply(number), null)
    }
    const newest = Array.from({ length: BOT_REPLIES_KEPT }, (_none, place) => `r${count - place}`)
    for (const prepare of [async () => undefined, reopen]) {
      await prepare()
      expect(await ids()).toEqual(newest)
      expect(await ids(other)).toEqual(['r0'])
      expect(await ids(chatbot, 'bia')).toEqual(['r0'])
    }
  })

  test('an entry comes back as it was', async () => {
    const { store, reopen } = await aStore(open)
    const strange = 'Avó 👩🏽‍🦱 \u0000 \ud83d "\\" \\u0000 \u2028'
    const key = { gatewayId: 'own', instanceName: '\u0000 \\ud83d', chatbotId: null }
    const reply = aReply(1, {
      ...{ ...key, heard: strange, answer: null, reason: 'no_text', pushName: null },
      ...{ remoteJid: strange, agentId: 'a1' },
    })
    await store().add('ana', reply, null)
    await reopen()
    expect(await store().list('ana', key)).toEqual([reply])
  })

  test('what only repeats a newer one of the same chat and reason is not added', async () => {
    const { store, ids, reopen } = await aStore(open)
    const group = { reason: 'group', answer: null } as const
    const before = aReply(0).at
    expect(await store().add('ana', aReply(1, group), before)).toBe(true)
    expect(await store().add('ana', aReply(2, group), before)).toBe(false)
    await reopen()
    expect(await store().add('ana', aReply(3, group), before)).toBe(false)
    expect(await store().add('ana', aReply(4, group), aReply(1).at)).toBe(true)
    expect(await store().add('ana', aReply(5, { ...group, remoteJid: 'x' }), before)).toBe(true)
    expect(await store().add('ana', aReply(6, { ...group, reason: 'too_old' }), before)).toBe(true)
    expect(await store().add('ana', aReply(7, { ...group, ...other }), before)).toBe(true)
    expect(await store().add('bia', aReply(8, group), before)).toBe(true)
    expect(await store().add('ana', aReply(9, group), null)).toBe(true)
    expect(await ids()).toEqual(['r9', 'r6', 'r5', 'r4', 'r1'])
  })

  test('of many repeats at once one is kept, and no entry that repeats nothing is lost', async () => {
    const { store, ids } = await aStore(open)
    const group = { reason: 'group', answer: null } as const
    const added = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => store().add('ana', aReply(number, group), aReply(0).at)),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
    await Promise.all([6, 7, 8, 9].map((number) => store().add('ana', aReply(number), null)))
    expect(await ids()).toHaveLength(5)
  })

  test('a bot goes with its log, and a gateway with all of its bots, of their owner alone', async () => {
    const { store, ids, reopen } = await aStore(open)
    for (const userId of ['ana', 'bia']) {
      await store().add(userId, aReply(1), null)
      await store().add(userId, aReply(2, other), null)
      await store().add(userId, aReply(3, { gatewayId: 'evolution' }), null)
    }
    await store().remove('ana', chatbot)
    await store().remove('ana', { ...chatbot, chatbotId: 'x' })
    expect(await ids()).toEqual([])
    expect(await ids(other)).toEqual(['r2'])
    await store().removeGateway('ana', 'own')
    await reopen()
    expect(await ids(other)).toEqual([])
    expect(await ids({ ...chatbot, gatewayId: 'evolution' })).toEqual(['r3'])
    expect(await ids(chatbot, 'bia')).toEqual(['r1'])
    await store().add('ana', aReply(4), null)
    expect(await ids()).toEqual(['r4'])
  })
})
