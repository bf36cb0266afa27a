import { expect, test } from 'vitest'
import type { MessageTemplate } from '../../../src/contract/campaigns/message-template.ts'
import { createMessageTemplates } from '../../../src/domain/campaigns/message-templates.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

test('a template that is deleted while it is changed does not come back', async () => {
  const store = createMemoryStore<MessageTemplate>()
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isHeld = false
  const templates = createMessageTemplates({
    store: {
      ...store,
      list: async (userId) => {
        if (isHeld) await held
        return store.list(userId)
      },
    },
    newId: () => '1',
    now: () => 0,
  })
  await templates.create('ana', { nome: 'Boas-vindas', texto: 'Olá!' })
  isHeld = true
  const changing = templates.update('ana', '1', { texto: 'Oi!' })
  const removing = templates.remove('ana', '1')
  goOn()
  await Promise.all([changing, removing])
  expect(await store.list('ana')).toEqual([])
})
