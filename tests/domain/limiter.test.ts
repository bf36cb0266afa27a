import { expect, test } from 'vitest'
import { createLimiter, createPlaces } from '../../src/domain/limiter.ts'

/** Works that end when the test ends them, and the order in which they began. */
function aDesk(limits: Parameters<typeof createLimiter>[0]) {
  const limited = createLimiter(limits)
  const begun: string[] = []
  const endings: (() => void)[] = []
  const ask = (owner: string, name = owner) =>
    limited(owner, () => {
      begun.push(name)
      return new Promise<void>((resolve) => endings.push(resolve))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endFirst = async () => {
    endings.shift()?.()
    await settle()
  }
  return { ask, begun, endFirst, settle }
}

test('one owner’s works run in the order they came', async () => {
  const { ask, begun, endFirst } = aDesk({ running: 1 })
  for (const name of ['1', '2', '3']) void ask('ana', name)
  for (let end = 0; end < 3; end += 1) await endFirst()
  expect(begun).toEqual(['1', '2', '3'])
})

test('owners are served round-robin, however much one of them has queued before', async () => {
  const { ask, begun, endFirst, settle } = aDesk({ running: 2 })
  for (let count = 0; count < 100; count += 1) void ask('ana')
  void ask('bia')
  void ask('caio')
  await settle()
  for (let end = 0; end < 4; end += 1) await endFirst()
  expect(begun.slice(0, 6)).toEqual(['ana', 'ana', 'ana', 'bia', 'caio', 'ana'])
})

test('what one owner may hold leaves room for another at once', async () => {
  const { ask, begun, settle } = aDesk({ running: 4, runningEach: 3 })
  for (let count = 0; count < 10; count += 1) void ask('ana')
  void ask('bia')
  await settle()
  expect(begun).toEqual(['ana', 'ana', 'ana', 'bia'])
})

test('a place that its owner may not take again stays for others', async () => {
  const { ask, begun, endFirst, settle } = aDesk({ running: 3, runningEach: 2 })
  for (const owner of ['ana', 'ana', 'bia', 'ana', 'bia']) void ask(owner)
  await settle()
  expect(begun).toEqual(['ana', 'ana', 'bia'])
  await endFirst()
  expect(begun).toEqual(['ana', 'ana', 'bia', 'ana'])
  await endFirst()
  expect(begun).toEqual(['ana', 'ana', 'bia', 'ana', 'bia'])
})

test('a crowd is turned away: of one owner first, and of all together', async () => {
  const { ask } = aDesk({ running: 1, waitingEach: 2, waiting: 3, retryAfterSeconds: 10 })
  for (let count = 0; count < 3; count += 1) void ask('ana')
  const tooMany = { code: 'too_many', retryAfterSeconds: 10 }
  await expect(ask('ana')).rejects.toMatchObject(tooMany)
  void ask('bia')
  await expect(ask('caio')).rejects.toMatchObject(tooMany)
})

test('a work that fails gives its place back', async () => {
  const limited = createLimiter({ running: 1 })
  const failed = limited('ana', () => Promise.reject(new Error('disk gone')))
  await expect(failed).rejects.toThrow('disk gone')
  await expect(limited('ana', async () => 'in')).resolves.toBe('in')
})

test('who leaves the queue takes no place, and makes room for another', async () => {
  const take = createPlaces({ running: 1, waitingEach: 1 })
  const release = await take('ana')
  const leaving = new AbortController()
  const left = take('ana', leaving.signal)
  leaving.abort(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  await expect(take('ana', leaving.signal)).rejects.toThrow('hung up')
  const next = take('ana')
  release()
  // Releasing twice gives one place back.
  release()
  await next
  const waiting = new AbortController()
  const third = take('bia', waiting.signal)
  waiting.abort(new Error('no place'))
  await expect(third).rejects.toThrow('no place')
})
