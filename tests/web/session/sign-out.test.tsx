import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole } from '../../support/web/console.tsx'

test('the server hears of a sign-out at once, whatever else the page would have to load', async () => {
  const { calls, open } = await aConsole()
  const { page } = await open('/settings')
  fireEvent.click(page.getByRole('button', { name: 'Log Out' }))
  expect(calls.map(({ path }) => path)).toContain('/auth/logout')
})
