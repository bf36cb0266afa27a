import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliverToasts, toastDone } from '../../../../web/ui/overlays/toast.ts'
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
  deliverToasts(() => {
    throw new Error('no place for it')
  })
  expect(() => toastDone('Campanha criada.')).not.toThrow()
  expect(String(told.mock.calls)).toMatch(/Falha ao mostrar um aviso: Campanha criada\..*no place/)
})

function pick(name: 'showPopover' | 'hidePopover') {
  return { [name]: { ...Object.getOwnPropertyDescriptor(HTMLElement.prototype, name) } }
}
