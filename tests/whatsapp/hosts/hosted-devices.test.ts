import { expect, test } from 'vitest'
import { createHostedDevices } from '../../../src/whatsapp/hosts/hosted-devices.ts'
import { aPromise } from '../../support/promise.ts'

const nothing = async () => undefined

/** Devices that are numbers, in the order of their making. */
function someDevices() {
  let madeCount = 0
  const devices = createHostedDevices(() => {
    madeCount += 1
    return madeCount
  })
  return { ...devices, madeCount: () => madeCount }
}

test('a device is there from when it is opened until it was closed', async () => {
  const { stay, leave, all } = someDevices()
  await stay('d1', null, nothing)
  expect(all()).toEqual([1])
  await leave('d1', null, nothing)
  expect(all()).toEqual([])
})

test('a device whose closing fails is gone all the same', async () => {
  const { stay, leave, all } = someDevices()
  await stay('d1', null, nothing)
  const refused = leave('d1', null, () => Promise.reject(new Error('EIO')))
  await expect(refused).rejects.toThrow('EIO')
  expect(all()).toEqual([])
})

test('a device that is opened while it is being closed stays the same one', async () => {
  const { stay, leave, all, madeCount } = someDevices()
  await stay('d1', null, nothing)
  const { promise, keep } = aPromise()
  const closing = leave('d1', null, () => promise)
  await stay('d1', null, nothing)
  keep()
  await closing
  expect(all()).toEqual([1])
  expect(madeCount()).toBe(1)
})

test('one that is asked for and not there answers, and is kept by nobody', () => {
  const { find, all } = someDevices()
  expect(find('d1')).toBe(1)
  expect(all()).toEqual([])
})
