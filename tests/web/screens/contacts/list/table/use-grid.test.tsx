import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListRow } from '../../../../../../src/contract/contacts/list-rows.ts'
import { useGrid } from '../../../../../../web/screens/contacts/list/table/use-grid.ts'

const person = (place: number): ListRow => ({
  name: `Pessoa ${place}`,
  phone: String(5_561_900_000_000 + place),
})
/** Counts by a spy how often the places of these rows are looked up. */
function searched(rows: readonly ListRow[]) {
  return { rows, search: vi.spyOn(rows, 'findIndex') }
}

function aGrid(rows: readonly ListRow[]) {
  const grid = renderHook(
    (props: { readonly rows: readonly ListRow[] }) =>
      useGrid(props.rows, { lastColumn: 2, rowHeight: 38, hasHead: true }),
    { initialProps: { rows } },
  )
  onTestFinished(grid.unmount)
  return grid
}

test('a row that is gone is looked for once, however often the table is drawn', () => {
  const table = document.createElement('table')
  table.innerHTML = '<tbody><tr data-index="1"><td></td><td><button></button></td></tr></tbody>'
  const button = table.querySelector('button')
  if (!button) throw new Error('a button')
  const people = [0, 1, 2, 3].map(person)
  const grid = aGrid(people)
  grid.result.current.onFocus({ target: button } as never)
  grid.rerender({ rows: people })
  expect(grid.result.current.stop).toMatchObject({ row: 1, column: 1 })

  const moved = searched([person(9), ...people])
  grid.rerender({ rows: moved.rows })
  expect(grid.result.current.stop).toMatchObject({ row: 2 })

  const gone = searched([person(0), person(9), person(2), person(3)])
  grid.rerender({ rows: gone.rows })
  expect(grid.result.current.stop).toMatchObject({ row: 2 })
  for (let count = 0; count < 5; count += 1) grid.rerender({ rows: gone.rows })
  expect(gone.search.mock.calls.length).toBeLessThanOrEqual(1)

  // The row that now stands in that place takes the Tab stop.
  const again = searched([person(2), person(0), person(3)])
  grid.rerender({ rows: again.rows })
  expect(grid.result.current.stop).toMatchObject({ row: 0 })
})

test('a row that is read anew out of sight gives its cell the focus back, and scrolls nothing', () => {
  const frame = document.createElement('div')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const draw = (cells: string) => {
    frame.innerHTML = `<table tabindex="0"><tbody><tr data-index="1">${cells}</tr></tbody></table>`
  }
  const cells = '<td></td><td><button></button></td>'
  const cell = () => frame.querySelector('button')
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  const people = [0, 1, 2].map(person)
  const grid = aGrid(people)
  grid.result.current.frame.current = frame
  draw(cells)
  cell()?.focus()
  grid.result.current.onFocus({ target: cell() } as never)
  grid.rerender({ rows: people })

  draw('<td colspan="2"></td>')
  grid.rerender({ rows: people.slice() })
  expect(document.activeElement).toBe(frame.querySelector('table'))
  draw(cells)
  grid.rerender({ rows: people.slice() })
  expect(document.activeElement).toBe(cell())
  expect(scroll).not.toHaveBeenCalled()

  // A focus that has moved elsewhere is not called back.
  grid.result.current.onBlur({ relatedTarget: null } as never)
  cell()?.blur()
  grid.rerender({ rows: people.slice() })
  expect(document.activeElement).toBe(document.body)
})
