import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole } from '../../support/web/console.tsx'

test('the server gets a sign-out at once, whatever else the page would have to load', async () => {
  const { calls, open } = await aConsole()
  const { page } = await open('/settings')
  fireEvent.click(page.getByRole('button', { name: 'Log Out' }))
  expect(calls.map(({ path }) => path)).toContain('/auth/logout')
})

test.for([
  ['/whatsapp/connections', '/api/whatsapp/devices', 'Conexões', /^Nenhuma conexão encontrada/],
  ['/optouts', '/api/optouts', 'Descadastro', 'Ninguém pediu para não receber'],
] as const)(
  'what %s had asked for is asked for no more, and leaves nothing to whoever signs in next',
  async ([screen, address, name, empty]) => {
    const { intercept, open } = await aConsole()
    const signals: AbortSignal[] = []
    intercept(({ url, signal }) => {
      if (new URL(url, 'http://localhost').pathname !== address) return undefined
      signals.push(signal)
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const { page, user } = await open(screen)
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(signals[0]?.aborted).toBe(false)
    fireEvent.click(page.getByRole('button', { name: 'Log Out' }))
    await page.findByRole('heading', { name: 'Entrar' })
    expect(signals[0]?.aborted).toBe(true)

    intercept(() => undefined)
    await user.type(page.getByLabelText('E-mail'), 'loja@example.com')
    await user.type(page.getByLabelText('Senha'), 'uma boa senha')
    await user.click(page.getByRole('button', { name: 'Entrar' }))
    await user.click(await page.findByRole('link', { name }))
    await page.findByText(empty)
  },
)
