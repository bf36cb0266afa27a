import { expect, test } from 'vitest'
import { anOgg, aPdf } from '../../../../support/uploads/samples.ts'
import { aTalk } from '../../../../support/web/talk.ts'
import { aTalkWithFile } from '../../../../support/web/talk-files.ts'

test('a document goes with its caption, once, and stands in the talk with its name', async () => {
  const { page, user, list, whatsapp } = await aTalkWithFile('preços.pdf', 'application/pdf', aPdf)
  const caption = page.getByPlaceholderText('Legenda')
  await user.type(caption, 'Segue a tabela{Enter}')
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  await list().findByText('Segue a tabela')
  list().getByRole('button', { name: /^Salvar preços.pdf Documento/ })
  await expect.poll(() => whatsapp.sent.length).toBe(1)
  expect(whatsapp.sent).toMatchObject([
    { content: { text: 'Segue a tabela', media: { kind: 'document', fileName: 'preços.pdf' } } },
  ])
  expect(page.queryByRole('button', { name: 'Remover' })).toBeNull()
  expect(list().getAllByText('Segue a tabela')).toHaveLength(1)
})

test('a sound goes after its text, in a message of its own', async () => {
  const { page, user, whatsapp } = await aTalkWithFile('recado.ogg', 'audio/ogg', anOgg())
  page.getByText(/o texto vai antes, em outra mensagem/)
  await user.type(page.getByLabelText('Mensagem'), 'Ouça{Enter}')
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  await expect.poll(() => whatsapp.sent.length).toBe(2)
  expect(whatsapp.sent).toMatchObject([
    { content: { text: 'Ouça', media: null } },
    { content: { text: '', media: { kind: 'audio' } } },
  ])
})

test('a file is not noted: it waits until it can be sent, or is removed', async () => {
  const { page, user, whatsapp } = await aTalkWithFile('tabela.pdf', 'application/pdf', aPdf)
  await user.click(page.getByRole('button', { name: 'Enviar' }))
  await user.click(await page.findByRole('button', { name: 'Só anotar' }))
  await page.findByText(/Uma anotação é só texto/)
  expect(page.getByRole('button', { name: 'Anotar' })).toHaveProperty('disabled', true)
  await user.click(page.getByRole('button', { name: 'Remover' }))
  expect(page.queryByText(/Uma anotação é só texto/)).toBeNull()
  expect(document.activeElement).toBe(page.getByLabelText('Mensagem'))
  expect(whatsapp.sent).toEqual([])
})

test('a file that WhatsApp does not take is refused in the campaign’s words, and one may be picked in a person’s talk alone', async () => {
  const { page } = await aTalk({})
  await page.findByRole('button', { name: 'Anexar imagem ou arquivo' })
  const picker = page.getByLabelText('Arquivo para anexar')
  if (!(picker instanceof HTMLInputElement)) throw new Error('no picker')
  const file = new File(['x'], 'programa.exe', { type: 'application/x-msdownload' })
  Object.defineProperty(picker, 'files', { value: [file], configurable: true })
  picker.dispatchEvent(new Event('change', { bubbles: true }))
  await page.findByText(/O WhatsApp não aceita este tipo de arquivo/)
})
