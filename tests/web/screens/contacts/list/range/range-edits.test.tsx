import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { type ListView, wholeView } from '../../../../../../src/contract/contacts/list-view.ts'
import { ROWS_HELD } from '../../../../../../web/api/lists/list-rows.ts'
import { useRangeEdits } from '../../../../../../web/screens/contacts/list/range/use-range-edits.ts'
import { useRowEdits } from '../../../../../../web/screens/contacts/list/use-row-edits.ts'
import { useViewedRows } from '../../../../../../web/screens/contacts/list/use-viewed-rows.ts'
import { aConsole, toast } from '../../../../../support/web/console.tsx'

const byName: ListView = {
  ...wholeView,
  sorting: { column: { kind: 'name' }, isDescending: true },
}
const names = { top: 0, bottom: 999, left: 0, right: 0 }

/** A long list of which the first rows are read; calls for the rows at a place are held back. */
async function aLongList(heldAt = 'desde=400') {
  const console = await aConsole()
  const { page } = await console.open('/settings')
  const contatos = Array.from({ length: ROWS_HELD + 1 }, (_, place) => ({
    name: `Pessoa ${String(place).padStart(5, '0')}`,
    phone: String(5_561_900_000_000 + place),
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Longa', contatos })
  let letCome: () => void = () => undefined
  let tellAsked: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letCome = resolve))
  const asked = new Promise<void>((resolve) => (tellAsked = resolve))
  onTestFinished(letCome)
  console.intercept(async ({ url }) => {
    if (!url.includes(heldAt)) return undefined
    tellAsked()
    await held
    return undefined
  })
  const hook = renderHook(
    ({ view }) => {
      const viewed = useViewedRows(id, view)
      const { edits, write } = useRowEdits(id, viewed.patch)
      const { readRows } = viewed
      const ranges = useRangeEdits({ edits, write }, { columns: [{ kind: 'name' }], readRows })
      return { ...viewed, ...ranges, edits }
    },
    { initialProps: { view: wholeView } },
  )
  onTestFinished(hook.unmount)
  const nameAt = (place: number) => hook.result.current.rows[place]?.name
  await waitFor(() => expect(hook.result.current.rows).toHaveLength(ROWS_HELD + 1))
  return { hook, page, nameAt, asked, letCome }
}

test('rows that are not read yet are read and emptied together, and it shows', async () => {
  const { hook, asked, letCome } = await aLongList()
  expect(hook.result.current.isReadingRows).toBe(false)
  act(() => hook.result.current.empty(names))
  await act(async () => asked)
  expect(hook.result.current.isReadingRows).toBe(true)
  expect(hook.result.current.edits.size).toBe(0)
  await act(async () => letCome())
  await waitFor(() => expect(hook.result.current.edits.size).toBe(1_000))
  expect(hook.result.current.isReadingRows).toBe(false)
})

test('what is pressed before the server has answered for the whole waits for it', async () => {
  const { hook, asked, letCome } = await aLongList('desde=0')
  await act(async () => asked)
  expect(hook.result.current.isLoading).toBe(true)
  act(() => hook.result.current.empty({ ...names, bottom: 250 }))
  await act(async () => letCome())
  await waitFor(() => expect(hook.result.current.edits.size).toBe(251))
})

test('where others come to stand there before all are read, nobody is emptied', async () => {
  const { hook, page, nameAt, asked, letCome } = await aLongList()
  act(() => hook.result.current.empty(names))
  await act(async () => asked)
  hook.rerender({ view: byName })
  await waitFor(() => expect(nameAt(0)).toBe('Pessoa 05000'))
  await act(async () => letCome())
  await page.findByText(/Nada foi mudado\.$/, toast)
  expect(hook.result.current.edits.size).toBe(0)
  await waitFor(() => expect(hook.result.current.isReadingRows).toBe(false))
})

test('rows that still show are not read as those of the view that comes after', async () => {
  const { hook, page, nameAt } = await aLongList()
  hook.rerender({ view: byName })
  expect(nameAt(0)).toBe('Pessoa 00000')
  act(() => hook.result.current.empty({ ...names, bottom: 250 }))
  await page.findByText(/Nada foi mudado\.$/, toast)
  expect(hook.result.current.edits.size).toBe(0)
})
