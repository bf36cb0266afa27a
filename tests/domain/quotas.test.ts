import { expect, test } from 'vitest'
import { createQuota } from '../../src/domain/quotas.ts'

/** A quota of one user, whose things count once they are begun, long before they are done. */
function aShelf(limit: number) {
  let has = 0
  const finish: (() => void)[] = []
  const quota = createQuota({ limit, code: 'list_quota', used: async () => has })
  const add = (amount = 1) =>
    quota.within(
      'ana',
      async () => {
        has += amount
        await new Promise<void>((resolve) => finish.push(resolve))
      },
      amount,
    )
  return { add, finish, has: () => has, quota }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Ends all work under way, and what begins meanwhile, until none is left. */
async function finishAll(finish: (() => void)[]) {
  for (let round = 0; round < 20; round += 1) {
    await tick()
    for (const each of finish.splice(0)) each()
  }
}

test.each([1, 2, 5, 8])('exactly %i of eight at the same time have room', async (limit) => {
  const { add, finish, has } = aShelf(limit)
  const all = Promise.allSettled(Array.from({ length: 8 }, () => add()))
  await finishAll(finish)
  const statuses = (await all).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(limit)
  expect(has()).toBe(limit)
})

test('what is begun and there already counts once', async () => {
  const { add, finish, has } = aShelf(3)
  const first = add()
  const second = add()
  await tick()
  const third = add()
  await finishAll(finish)
  await Promise.all([first, second, third])
  expect(has()).toBe(3)
  await expect(add()).rejects.toMatchObject({ code: 'list_quota' })
})

test('work that fails leaves its room, and so does a count that fails', async () => {
  let isCounting = true
  const quota = createQuota({
    limit: 1,
    code: 'list_quota',
    used: async () => {
      if (isCounting) return 0
      throw new Error('no disk')
    },
  })
  const failing = () => quota.within('ana', () => Promise.reject(new Error('no room on disk')))
  await expect(failing()).rejects.toThrow('no room on disk')
  isCounting = false
  await expect(failing()).rejects.toThrow('no disk')
  isCounting = true
  expect(await quota.within('ana', async () => 'done')).toBe('done')
})
