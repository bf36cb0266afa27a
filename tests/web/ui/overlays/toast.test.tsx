import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliverToasts, toastDone, toastNext } from '../../../../web/ui/overlays/toast.ts'
import { ToastHost } from '../../../../web/ui/overlays/toast-host.tsx'

test('shows a toast in a browser that knows no popovers', async () => {
  const known = { ...pick('showPopover'), ...pick('hidePopover') }
  onTestFinished(() => void Object.defineProperties(HTMLElement.prototype, known))
  for (const name of Object.keys(known)) Reflect.deleteProperty(HTMLElement.prototype, name)
  const shown = render(<ToastHost />)
  onTestFinished(shown.unmount)
  toastDone('Campanha criada.')
  expect(await screen.findByText('Campanha criada.')).toBeTruthy()
})

test('an action goes on where its toast cannot be shown, and a developer reads why', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())
  const broken = () => {
    throw new Error('no place for it')
  }
  deliverToasts(broken, () => undefined)
  expect(() => toastDone('Campanha criada.')).not.toThrow()
  expect(String(told.mock.calls)).toMatch(/Falha ao mostrar um aviso: Campanha criada\..*no place/)
})

test('a next step is taken once, and goes with the screen that could take it', async () => {
  const host = render(<ToastHost />)
  onTestFinished(host.unmount)
  const act = vi.fn()
  toastNext('Webhook alterado.', { label: 'Enviar um teste', act })
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar um teste' }))
  expect(act).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Enviar um teste' })).toBeNull()
  fireEvent.animationEnd(toastOf('Webhook alterado.'))
  await waitFor(() => expect(screen.queryByText('Webhook alterado.')).toBeNull())

  const takeAway = toastNext('Webhook alterado.', { label: 'Enviar um teste', act })
  await screen.findByText('Webhook alterado.')
  takeAway()
  await waitFor(() => {
    const leaving = screen.queryByText('Webhook alterado.')
    if (leaving) fireEvent.animationEnd(toastOf('Webhook alterado.'))
    expect(leaving).toBeNull()
  })
})

/** The document in memory draws no animation, whose end takes a toast away. */
function toastOf(sentence: string): Element {
  return screen.getByText(sentence).closest('.Toastify__toast') ?? expect.unreachable()
}

function pick(name: 'showPopover' | 'hidePopover') {
  return { [name]: { ...Object.getOwnPropertyDescriptor(HTMLElement.prototype, name) } }
}
