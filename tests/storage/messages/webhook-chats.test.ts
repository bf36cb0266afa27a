import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aStoredMessage } from '../../support/domain/webhook.ts'
import { ana, aStore, instanceKey, texts } from '../../support/storage/message-store.ts'

describe('folders of instances', () => {
  test.each(['../../etc', '.', 'a/b'])(
    'stay below their own, also that of %s',
    async (instance) => {
      const store = await aStore()
      await store.add(ana, { ...instanceKey, instance }, [aStoredMessage()])
      expect(await readdir(store.dir)).toEqual(['messages'])
    },
  )

  test('that nobody wrote to are not made by asking for them', async () => {
    const store = await aStore()
    expect(await texts(store)).toEqual([])
    expect(await readdir(join(store.dir, 'messages'))).toEqual([])
  })

  test('leave with their gateway', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    await store.add(ana, { ...instanceKey, gatewayId: 'outro' }, [aStoredMessage()])
    await store.removeGateway(ana, 'outro')
    expect(await readdir(join(store.dir, 'messages', ana))).toEqual(['own'])
  })
})
