import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AreaField } from '../../../../web/parts/import/area-field.tsx'

function anArea(ddd: string) {
  const onRead = vi.fn()
  const field = (known: string) => <AreaField ddd={known} hint="" onRead={onRead} />
  const page = render(field(ddd))
  onTestFinished(page.unmount)
  const area = page.getByRole('textbox', { name: 'DDD padrão' })
  const expectText = (text: string) => expect(area).toHaveProperty('value', text)
  return { page, area, onRead, expectText, tell: (known: string) => page.rerender(field(known)) }
}

test('a code that is not whole any more counts no longer, and stays as it is typed', async () => {
  const { area, onRead, expectText, tell } = anArea('61')
  await userEvent.type(area, '{Backspace}')
  expect(onRead.mock.calls).toEqual([['']])
  tell('')
  expectText('6')
  await userEvent.type(area, '2')
  expect(onRead.mock.lastCall).toEqual(['62'])
  tell('62')
  expectText('62')
})

test('a code that does not exist is refused beside the field, and counts for none', async () => {
  const { page, area, onRead, expectText, tell } = anArea('61')
  await userEvent.type(area, '{Backspace}0')
  tell('')
  expectText('60')
  expect(onRead.mock.lastCall).toEqual([''])
  page.getByText(/DDD/, { selector: 'p' })
  expect(area.getAttribute('aria-invalid')).toBe('true')
})

test('what is found out anew takes the place of what stood there', () => {
  const { expectText, tell } = anArea('61')
  tell('11')
  expectText('11')
  tell('')
  expectText('')
})
