import '../../../../support/web/dom.ts'

import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { useListRows } from '../../../../../web/api/list-rows.ts'
import { aConsole } from '../../../../support/web/console.tsx'

const LIST = { id: 'lista', name: 'Turma', created_at: '2026-11-21T12:00:00.000Z', total: 120_000 }

function page(count: number, next: string | null): Response {
  const contatos = Array.from({ length: count }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_900_000_000 + place),
  }))
  const link = `</api/contacts/lista/rows?cursor=${next}>; rel="next"`
  const headers = next === null ? {} : { link }
  return Response.json({ ...LIST, colunas: [], contatos }, { headers })
}

test('rows of a long list stay while it is read anew, and those of a search go with it', async () => {
  const console = await aConsole()
  await console.open('/settings')
  let firstCount = 200
  let restAsked = 0
  let restComes: (() => void)[] = []
  console.intercept(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/lista/rows')) return undefined
    if (searchParams.has('q')) return page(1, null)
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
  const { result, rerender, unmount } = renderHook(({ q }) => useListRows('lista', q), {
    initialProps: { q: 'ana' },
  })
  onTestFinished(unmount)
  await waitFor(() => expect(result.current.isWhole).toBe(true))
  expect(result.current.rows).toHaveLength(1)
  rerender({ q: '' })
  await waitFor(() => expect(result.current.rows).toHaveLength(200))

  firstCount = 150
  act(() => result.current.retry())
  await waitFor(() => expect(restAsked).toBe(2))
  await act(async () => undefined)
  expect(result.current.rows).toHaveLength(200)
  letRestCome()
  await waitFor(() => expect(result.current.rows).toHaveLength(450))
})
