import { render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { EditableCell } from '../../../../../../web/screens/contacts/list/table/editable-cell.tsx'

function aCell() {
  const typed: string[] = []
  const cell = (text: string, seen: string) => (
    <EditableCell
      {...{ text, person: 'Ana', search: '', isChanged: false, problem: undefined }}
      column={{ kind: 'name' }}
      onType={(words) => typed.push(`${words} over ${seen}`)}
    />
  )
  const shown = render(cell('Ana', 'Ana'))
  onTestFinished(shown.unmount)
  const page = within(document.body)
  return {
    typed,
    page,
    unmount: shown.unmount,
    user: userEvent.setup({ delay: null }),
    button: () => page.getByRole('button', { name: /^Nome de Ana/ }),
    field: () => page.getByRole('textbox', { name: 'Nome de Ana' }),
    /** Somebody else writes into the row. */
    writeElsewhere: (text: string) => shown.rerender(cell(text, text)),
  }
}

test('what somebody else wrote meanwhile is not taken for typed, and is known to be newer', async () => {
  const { user, typed, button, field, writeElsewhere } = aCell()
  await user.click(button())
  writeElsewhere('Ana Sá')
  await user.tab()
  expect(typed).toEqual([])
  await user.click(button())
  writeElsewhere('Ana Sé')
  await user.type(field(), ' Souza')
  await user.tab()
  expect(typed).toEqual(['Ana Sá Souza over Ana Sá'])
})

test('Enter and Esc lead back to the cell; Esc drops what was typed', async () => {
  const { user, typed, button, field } = aCell()
  await user.click(button())
  await user.type(field(), ' Lima{Escape}')
  expect(document.activeElement).toBe(button())
  expect(typed).toEqual([])
  await user.keyboard('{Enter}')
  await user.type(field(), ' Sousa{Enter}')
  expect(document.activeElement).toBe(button())
  expect(typed).toEqual(['Ana Sousa over Ana'])
})

test('a row that scrolls away takes nothing along that was typed', async () => {
  const { user, typed, button, field, unmount } = aCell()
  await user.click(button())
  await user.type(field(), ' Melo')
  unmount()
  expect(typed).toEqual(['Ana Melo over Ana'])
})
