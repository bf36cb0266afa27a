import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, startSession } from '../../../../web/session/session.ts'
import { keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('what one user was asked goes with their session, and the next is not asked it', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/campaigns')
  await user.click(await page.findByRole('button', { name: 'Parar' }))
  await page.findByRole('button', { name: 'Sim' })
  act(() => endSession('expired'))
  await page.findByRole('button', { name: 'Entrar' })
  expect(page.queryByRole('button', { name: 'Sim' })).toBeNull()
  act(() => startSession(console.session))
  await page.findByRole('button', { name: 'Parar' })
  expect(page.queryByRole('button', { name: 'Sim' })).toBeNull()
  expect(await console.api('GET', `/api/campaigns/${id}`)).toMatchObject({
    status: 'Em Andamento',
  })
})
