import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { type ListView, wholeView } from '../../../../../src/contract/contacts/list-view.ts'
import { ROWS_HELD, useListRows } from '../../../../../web/api/lists/list-rows.ts'
import { useBulk } from '../../../../../web/screens/contacts/list/use-list-actions.ts'
import { useViewedRows } from '../../../../../web/screens/contacts/list/use-viewed-rows.ts'
import { aConsole } from '../../../../support/web/console.tsx'

const LIST = { id: 'lista', name: 'Turma', created_at: '2026-11-21T12:00:00.000Z', total: 500 }
const phoneAt = (place: number) => String(5_561_900_000_000 + place)

function page(count: number, next: string | null): Response {
  const contatos = Array.from({ length: count }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: phoneAt(place),
  }))
  const link = `</api/contacts/lista/rows?cursor=${next}>; rel="next"`
  const headers = next === null ? {} : { link }
  return Response.json({ ...LIST, colunas: [], contatos, descadastrados: [] }, { headers })
}

test('rows of a list stay while it is read anew', async () => {
  const console = await aConsole()
  await console.open('/settings')
  let firstCount = 200
  let restAsked = 0
  let restComes: (() => void)[] = []
  console.intercept(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/lista/rows')) return undefined
    if (!searchParams.has('cursor')) return page(firstCount, 'resto')
    restAsked += 1
    await new Promise<void>((resolve) => restComes.push(resolve))
    return page(300, null)
  })
  const letRestCome = () => {
    for (const come of restComes) come()
    restComes = []
  }
  onTestFinished(letRestCome)
  const { result, unmount } = renderHook(() => useListRows('lista'))
  onTestFinished(unmount)
  await waitFor(() => expect(result.current.rows).toHaveLength(200))
  letRestCome()
  await waitFor(() => expect(result.current.rows).toHaveLength(500))

  firstCount = 150
  act(() => result.current.retry())
  await waitFor(() => expect(restAsked).toBe(2))
  await act(async () => undefined)
  expect(result.current.rows).toHaveLength(500)
  letRestCome()
  await waitFor(() => expect(result.current.rows).toHaveLength(450))
})

test('rows of a long list are found and ordered by the server, and read where they are seen', async () => {
  const count = ROWS_HELD + 1_000
  const console = await aConsole()
  await console.open('/settings')
  const contatos = Array.from({ length: count }, (_, place) => ({
    name: `Pessoa ${String(count - place).padStart(5, '0')}`,
    phone: phoneAt(place),
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Longa', contatos })
  const hook = renderHook(({ view }) => useViewedRows(id, view), {
    initialProps: { view: wholeView },
  })
  onTestFinished(hook.unmount)
  const { result } = hook
  const nameAt = (place: number) => result.current.rows[place]?.name
  await waitFor(() => expect(result.current.rows).toHaveLength(count))
  expect(nameAt(0)).toBe('Pessoa 06000')
  expect(nameAt(3_000)).toBeUndefined()
  // For callers that need more rows than show, such as a long pasted block.
  const names = (await result.current.readRows(150, 300)).map((row) => row?.name)
  expect([names.length, names[0], names[299]]).toEqual([300, 'Pessoa 05850', 'Pessoa 05551'])
  expect(await result.current.readRows(count - 1, 300)).toHaveLength(1)
  act(() => result.current.onSight(3_000, 3_030))
  await waitFor(() => expect(nameAt(3_000)).toBe('Pessoa 03000'))

  const byName: ListView = {
    ...wholeView,
    sorting: { column: { kind: 'name' }, isDescending: false },
  }
  // The focused row is read as well, though out of sight: keys lead on from there.
  act(() => result.current.onSight(0, 30, 1_450))
  hook.rerender({ view: byName })
  await waitFor(() => expect(nameAt(0)).toBe('Pessoa 00001'))
  await waitFor(() => expect(nameAt(1_450)).toBe('Pessoa 01451'))
  act(() => result.current.onSight(0, 30))
  hook.rerender({ view: { ...byName, search: 'pessoa 0123' } })
  await waitFor(() => expect(result.current.foundCount).toBe(10))

  const [saved] = result.current.rows
  if (!saved) throw new Error('a row')
  act(() => result.current.patch(new Map([[saved.phone, null]])))
  expect(result.current.foundCount).toBe(9)
  // The server, where nothing was removed, has the last word.
  await waitFor(() => expect(result.current.foundCount).toBe(10))
})

test('a long list is as long as it is before the server has answered for the whole', async () => {
  const console = await aConsole()
  await console.open('/settings')
  let letAnswer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  onTestFinished(() => letAnswer())
  console.intercept(async ({ url }) => {
    if (new URL(url).pathname.endsWith('/rows/view')) await answered
    return undefined
  })
  const count = ROWS_HELD + 1_000
  const contatos = Array.from({ length: count }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: phoneAt(place),
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Longa', contatos })
  const { result, unmount } = renderHook(() => useViewedRows(id, wholeView))
  onTestFinished(unmount)
  await waitFor(() => expect(result.current.rows[0]?.name).toBe('Pessoa 0'))
  expect(result.current.isLoading).toBe(true)
  expect(result.current.rows).toHaveLength(count)
  letAnswer()
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(result.current.rows).toHaveLength(count)
})

test('a search that found nobody is not followed by people whom nobody looked for', async () => {
  const console = await aConsole()
  await console.open('/settings')
  const contatos = Array.from({ length: ROWS_HELD + 1 }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: phoneAt(place),
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Longa', contatos })
  const seen: string[] = []
  const hook = renderHook(
    ({ view }) => {
      const viewed = useViewedRows(id, view)
      seen.push(`${viewed.rows.length} of ${viewed.foundCount}`)
      return viewed
    },
    { initialProps: { view: wholeView } },
  )
  onTestFinished(hook.unmount)
  const { result } = hook
  await waitFor(() => expect(result.current.rows).toHaveLength(ROWS_HELD + 1))
  hook.rerender({ view: { ...wholeView, search: 'ninguém' } })
  await waitFor(() => expect(result.current.foundCount).toBe(0))
  seen.length = 0
  hook.rerender({ view: { ...wholeView, search: 'pessoa 5000' } })
  await waitFor(() => expect(result.current.foundCount).toBe(1))
  expect([...new Set(seen)]).toEqual(['0 of 0', '1 of 1'])
})

test('who takes a choice of all back while they are being found has chosen nobody', async () => {
  const console = await aConsole()
  await console.open('/settings')
  let answer: (() => void) | undefined
  console.intercept(async ({ url }) => {
    if (!new URL(url).pathname.endsWith('/rows/phones')) return undefined
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return Response.json({ versao: '1', achados: 2, telefones: [phoneAt(1), phoneAt(2)] })
  })
  const { result, unmount } = renderHook(() =>
    useBulk('lista', {
      ...{ shown: [], total: 9_000, view: wholeView, isLong: true, onGone: () => undefined },
    }),
  )
  onTestFinished(unmount)
  act(() => result.current.chooseAll(true))
  await waitFor(() => expect(answer).toBeDefined())
  expect(result.current.isAllChosen).toBe(true)
  act(() => result.current.chooseAll(false))
  await act(async () => answer?.())
  answer = undefined
  act(() => result.current.chooseAll(true))
  await waitFor(() => expect(answer).toBeDefined())
  expect(result.current.chosen.size).toBe(0)
  await act(async () => answer?.())
  await waitFor(() => expect(result.current.chosen.size).toBe(2))
})
