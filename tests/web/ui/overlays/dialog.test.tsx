import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { Dialog } from '../../../../web/ui/overlays/dialog.tsx'

const at = (isOpened: boolean, hasOpener: boolean) => (
  <main tabIndex={-1}>
    {hasOpener && <button type="button">Novo Contato</button>}
    {isOpened && (
      <Dialog title="Novo Contato" onClose={() => undefined}>
        <input aria-label="Nome" />
      </Dialog>
    )}
  </main>
)

test('a dialog gives the focus back to its opener', () => {
  const { opener, show } = opened()
  show(at(false, true))
  expect(document.activeElement).toBe(opener)
})

test('a dialog whose opener went away meanwhile gives the focus to the screen', () => {
  const { show } = opened()
  show(at(true, false))
  show(at(false, false))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

function opened() {
  const { rerender: show, unmount } = render(at(false, true))
  onTestFinished(unmount)
  const opener = screen.getByRole('button', { name: 'Novo Contato' })
  opener.focus()
  show(at(true, true))
  screen.getByLabelText('Nome').focus()
  return { opener, show }
}
