import { expect, test } from 'vitest'
import { labelled, readContent } from '../../../src/contract/messages/message-kinds.ts'

test.each([
  ['imageMessage', 'Olha só', { text: 'Olha só' }],
  ['imageMessage', '[Imagem]', { label: 'Imagem', detail: null }],
  ['documentMessage', '[Documento: a: b.pdf]', { label: 'Documento', detail: 'a: b.pdf' }],
  ['imageMessage', '[sic]', { text: '[sic]' }],
  ['conversation', '[Imagem]', { text: '[Imagem]' }],
  ['unknown', '[Mensagem]', { label: 'Mensagem', detail: null }],
])('the content of %s, %s, is %j', (type, content, expected) => {
  expect(readContent({ type, content })).toEqual(expected)
})

test('a word for a kind is read back as it was made', () => {
  const content = labelled('Contato', 'Bia [casa]')
  expect(readContent({ type: 'contactMessage', content })).toEqual({
    label: 'Contato',
    detail: 'Bia [casa]',
  })
})
