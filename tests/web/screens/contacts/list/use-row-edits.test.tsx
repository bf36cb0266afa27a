import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { ListRow } from '../../../../../src/contract/contacts/list-rows.ts'
import { nameColumn } from '../../../../../web/screens/contacts/list/list-view.ts'
import { useRowEdits } from '../../../../../web/screens/contacts/list/use-row-edits.ts'
import { aConsole } from '../../../../support/web/console.tsx'

const phone = '5561999990001'
const row = (name: string): ListRow => ({ name, phone })

async function someEdits() {
  const console = await aConsole()
  const contatos = [{ name: 'Ana', phone }]
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turma', contatos })
  await console.open('/settings')
  const { result, unmount } = renderHook(() => useRowEdits(id, () => undefined))
  onTestFinished(unmount)
  const type = (seen: string, text: string) =>
    act(() => result.current.type(row(seen), nameColumn, text))
  /** Saves, and calls `meanwhile` before the answer comes. */
  const saveDuring = async (meanwhile: () => void) => {
    const gate = new AbortController()
    const held = new Promise<undefined>((resolve) => {
      gate.signal.addEventListener('abort', () => resolve(undefined))
    })
    console.intercept(({ method }) => (method === 'PATCH' ? held : undefined))
    const saved = result.current.save()
    meanwhile()
    gate.abort()
    await act(async () => {
      await saved
    })
  }
  const save = async () => {
    const saved = result.current.save()
    return await act(async () => await saved)
  }
  const names = async () => {
    const { contatos: kept } = await console.api('GET', `/api/contacts/${id}/rows?limit=10`)
    return kept.map(({ name }: ListRow) => name)
  }
  return { result, type, saveDuring, save, names }
}

test('what is typed while a row is being saved is no conflict with what was saved', async () => {
  const { result, type, saveDuring, save, names } = await someEdits()
  type('Ana', 'Ana Sá')
  await saveDuring(() => type('Ana', 'Ana Sá Lima'))
  expect(await names()).toEqual(['Ana Sá'])
  expect([...result.current.edits.values()]).toMatchObject([{ after: { name: 'Ana Sá Lima' } }])
  expect(await save()).toMatchObject({ changed: 1, conflitos: [] })
  expect(result.current.edits.size).toBe(0)
  expect(await names()).toEqual(['Ana Sá Lima'])
})

test('what is taken back while it is being saved waits as a change of what was saved', async () => {
  const { type, saveDuring, save, names } = await someEdits()
  type('Ana', 'Ana Sá')
  await saveDuring(() => type('Ana', 'Ana'))
  expect(await save()).toMatchObject({ changed: 1, conflitos: [] })
  expect(await names()).toEqual(['Ana'])
})
