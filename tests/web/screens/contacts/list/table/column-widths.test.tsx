import { act, fireEvent, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aConsole } from '../../../../../support/web/console.tsx'

const WIDTH = 200

async function aTable() {
  const box = { width: WIDTH, height: 38, top: 0, left: 0, right: WIDTH, bottom: 38, x: 0, y: 0 }
  const rect = { ...box, toJSON: () => box }
  vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect').mockReturnValue(rect)
  onTestFinished(() => void vi.restoreAllMocks())
  const console = await aConsole()
  const contatos = [{ name: 'Ana', phone: '5561999990001', campos: { turma: 'A' } }]
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turmas', contatos })
  const { user, page } = await console.open(`/contacts/${id}`)
  const grid = await page.findByRole('grid', { name: 'Contatos da lista' })
  const edge = () => within(grid).getByRole('separator', { name: 'Largura da coluna turma' })
  return {
    ...{ user, page, edge },
    head: () => within(grid).getByRole('button', { name: 'turma' }),
    /** The width that the cells of the third column get. */
    shown: () => grid.parentElement?.style.getPropertyValue('--column-3'),
    kept: () => localStorage.getItem(`disparo.larguras.${id}`),
  }
}

test('keys make a column wider from its head, and lead back to it', async () => {
  const { user, edge, head, shown, kept } = await aTable()
  expect(edge().getAttribute('aria-valuenow')).not.toBeNull()
  act(() => head().focus())
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(document.activeElement).toBe(edge())
  expect(edge().getAttribute('aria-valuenow')).toBe('216')
  expect(shown()).toBe('216px')
  await user.keyboard('{ArrowLeft}')
  expect(shown()).toBe('184px')
  expect(kept()).toBe('{"campo:turma":184}')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(head())
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Telefone')
})

test('the pointer draws an edge, within what can be read', async () => {
  const { edge, shown } = await aTable()
  const at = (clientX: number) => ({ clientX, pointerId: 1, button: 0 })
  edge().setPointerCapture = () => undefined
  fireEvent.pointerMove(edge(), at(900))
  expect(shown()).toBe('')
  fireEvent.pointerDown(edge(), at(500))
  fireEvent.pointerMove(edge(), at(560))
  expect(shown()).toBe('260px')
  fireEvent.pointerMove(edge(), at(100))
  expect(shown()).toBe('72px')
  fireEvent.pointerUp(edge(), at(100))
  fireEvent.pointerMove(edge(), at(900))
  expect(shown()).toBe('72px')
})
