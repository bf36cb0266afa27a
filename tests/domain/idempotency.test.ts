import { expect, test } from 'vitest'
import { createIdempotency } from '../../src/domain/idempotency.ts'
import { openCollection } from '../../src/storage/collections/collection.ts'
import { KeptAnswerFile } from '../../src/storage/collections/records.ts'
import { aPromise } from '../support/promise.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const call = { key: 'pedido/1 ção', call: 'POST /api/whatsapp/send\n{}' }
const given = { status: 200, contentType: 'application/json', body: '{"messageId":"A"}' }

/** The answers known to a daemon that starts on this folder. */
async function aStart(dir: string) {
  const store = await openCollection({ dir, name: 'answers', schema: KeptAnswerFile })
  return createIdempotency({
    store,
    hash: (text) => Buffer.from(text).toString('base64url'),
    now: () => Date.UTC(2026, 0, 15),
  })
}

test('an answer is given again after a restart', async () => {
  const dir = await aDataFolder()
  const before = await aStart(dir)
  await before.once('ana', call, async () => given)
  const after = await aStart(dir)
  const again = await after.once('ana', call, async () => ({ ...given, body: 'twice' }))
  expect(again).toEqual(given)
})

test('a call that a crash interrupted is not done again', async () => {
  const dir = await aDataFolder()
  const before = await aStart(dir)
  const begun = aPromise()
  void before.once('ana', call, () => {
    begun.keep()
    return new Promise(() => undefined)
  })
  await begun.promise
  const after = await aStart(dir)
  let isDone = false
  const again = after.once('ana', call, async () => {
    isDone = true
    return given
  })
  await expect(again).rejects.toMatchObject({ code: 'idempotency_unknown' })
  expect(isDone).toBe(false)
})

test('an answer that asks to come again is not kept', async () => {
  const { once } = await aStart(await aDataFolder())
  const away = await once('ana', call, async () => ({ ...given, status: 503 }))
  expect(away.status).toBe(503)
  expect(await once('ana', call, async () => given)).toEqual(given)
})

test('a call whose outcome is unknown is not repeated', async () => {
  const { once } = await aStart(await aDataFolder())
  const failed = once('ana', call, async () => {
    throw new Error('a bug')
  })
  await expect(failed).rejects.toThrow('a bug')
  await expect(once('ana', call, async () => given)).rejects.toMatchObject({
    code: 'idempotency_unknown',
  })
})

test('two calls at the same moment are one', async () => {
  const { once } = await aStart(await aDataFolder())
  const worked = aPromise()
  let count = 0
  const work = async () => {
    count += 1
    await worked.promise
    return given
  }
  const first = once('ana', call, work)
  await expect(once('ana', call, work)).rejects.toMatchObject({ code: 'idempotency_busy' })
  worked.keep()
  expect(await first).toEqual(given)
  expect(count).toBe(1)
})
