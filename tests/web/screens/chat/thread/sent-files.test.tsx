import { act, fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passes } from '../../../../support/eventually.ts'
import { aPdf, aPicture } from '../../../../support/uploads/samples.ts'
import { aTalkWithFile } from '../../../../support/web/talk-files.ts'

/** A talk in which the given file was sent. */
async function aTalkAfterSending(...file: Parameters<typeof aTalkWithFile>) {
  const talk = await aTalkWithFile(...file)
  const { page, user, list, whatsapp } = talk
  await user.click(page.getByRole('button', { name: 'Enviar' }))
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  await expect.poll(() => whatsapp.sent.length).toBe(1)
  // What was sent under this name before stands above it.
  const [tile] = (await list().findAllByRole('button', { name: /^(Abrir|Salvar)/ })).slice(-1)
  if (!tile) throw new Error('nothing was sent')
  return { ...talk, tile }
}

test('a picture that was sent opens large here, is saved, and gives the focus back', async () => {
  const { page, user, list, tile, names } = await aTalkAfterSending(
    ...(['fachada.png', 'image/png', await aPicture('png')] as const),
  )
  expect(tile.querySelector('img')?.getAttribute('src')).toMatch(/^\/uploads\/\w+\.png$/)
  tile.focus()
  await user.keyboard('{Enter}')
  const viewer = within(await page.findByRole('dialog', { name: /^Imagem · / }))
  const picture = await viewer.findByRole('img', { name: 'Imagem' })
  expect(picture.getAttribute('src')).toMatch(/^blob:/)
  await user.click(viewer.getByRole('button', { name: 'Salvar' }))
  expect(names).toEqual(['imagem.png'])
  fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(page.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(tile)
  expect(list().queryByRole('link')).toBeNull()
})

test('a picture that was sent and is kept no more says so', async () => {
  const { list, tile } = await aTalkAfterSending(
    ...(['fachada.png', 'image/png', await aPicture('png')] as const),
  )
  const picture = tile.querySelector('img')
  act(() => void picture?.dispatchEvent(new Event('error')))
  list().getByText('Não está mais no servidor.')
  expect(tile.isConnected).toBe(false)
})

test('a document that was sent is saved under its own name, or says that it is gone', async () => {
  const { user, list, tile, names, intercept } = await aTalkAfterSending(
    ...(['preços.pdf', 'application/pdf', aPdf] as const),
  )
  const gone = new Response(null, { status: 404 })
  intercept(({ url }) => (url.includes('/uploads/') ? gone : undefined))
  await user.click(tile)
  await list().findByText('O arquivo não está mais no servidor.')
  expect(list().queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
  intercept(() => undefined)
  await user.click(tile)
  await passes(() => expect(names).toEqual(['preços.pdf']))
})
