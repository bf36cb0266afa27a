import { expect, onTestFinished, test } from 'vitest'
import { PHONE, walkContract } from '../../support/daemon/contract-walk.ts'
import { aStand } from '../../support/daemon/stand.ts'
import { registerUser } from '../../support/daemon/user.ts'

async function walked(storage: 'files' | 'postgres') {
  const stand = await aStand(`contract-${storage}`, { storage })
  onTestFinished(stand.close)
  const user = await registerUser(stand.daemon.url())
  await user.pair(stand.control, PHONE)
  return walkContract(user)
}

test('a node over PostgreSQL answers each call of the contract as the program alone does', async () => {
  const alone = await walked('files')
  const node = await walked('postgres')
  expect(node).toEqual(alone)
  expect(node.filter(({ fault }) => fault !== null)).toEqual([])
  const done = node.filter(({ status }) => status < 300)
  expect(done.length).toBeGreaterThan(node.length / 2)
})
