import { expect, onTestFinished, test } from 'vitest'
import type { Lookup } from '../../../src/domain/messenger.ts'
import { createAudienceQueue } from '../../../src/domain/sending/recipient-queue.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { header, ledgersIn, people } from '../../support/storage/send-ledgers.ts'

/** A queue over a real ledger, and the sizes of the queries it asked. */
async function aQueue(count: number, intervalMs: number) {
  const { ledgers } = await ledgersIn(await aDataFolder())
  onTestFinished(ledgers.close)
  const ledger = await ledgers.create(header, people(count))
  const asked: number[] = []
  const directory = { isBusy: false }
  const lookUp = async (phones: readonly string[]) => {
    asked.push(phones.length)
    return phones.map((phone): Lookup => {
      if (directory.isBusy) {
        return { phone, result: 'unknown', detail: 'rate-overlimit', isRateLimited: true }
      }
      return { phone, result: 'found', jid: `${phone}@s.whatsapp.net`, lid: null }
    })
  }
  const acquainted = async (phones: readonly string[]) => phones.map(() => false)
  const queue = createAudienceQueue({ ledger, intervalMs, lookUp, acquainted })
  return { queue, ledger, asked, directory, send }

  /** Takes the next recipient, and notes the message as sent. */
  async function send(): Promise<string | undefined> {
    const next = await queue.take('everybody')
    if (next?.kind !== 'send') return next?.kind
    const { index, jid } = next
    await ledger.record({ type: 'sending', index, messageId: `3EB0${index}`, jid, atMs: 1 })
    await ledger.record({ type: 'accepted', index, atMs: 2 })
    return next.kind
  }
}

test('a message a minute costs a query for every five people, not one for each', async () => {
  const { asked, send } = await aQueue(20, 60_000)
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe('send')
  expect(asked).toEqual([5, 5, 5, 5])
})

test('answers refused beside one another hold the queue back once, and nobody is asked alone', async () => {
  const { asked, directory, send } = await aQueue(20, 60_000)
  directory.isBusy = true
  expect(await send()).toBe('slow_down')
  directory.isBusy = false

  for (let count = 0; count < 20; count += 1) expect(await send()).toBe('send')

  expect(asked.length).toBeLessThanOrEqual(7)
  expect(await send()).toBeUndefined()
})
