import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JPEG } from '../../../../support/domain/webhook.ts'
import { aTalk } from '../../../../support/web/talk.ts'

/** The contents of the bubble of a received message. */
async function shows(kind: string, part: object, text = '') {
  const { page } = await aTalk({ kind, text, content: { [kind]: part } })
  const talk = within(await page.findByRole('region', { name: 'Conversa' }))
  await talk.findByText(/^Recebida/)
  return { page, talk }
}

test.each([
  [
    'audioMessage',
    { mimetype: 'audio/ogg; codecs=opus', seconds: 67, ptt: true, fileLength: '20480' },
    ['Mensagem de voz · 1:07 · 20 kB', 'Este arquivo só pode ser aberto no celular.'],
  ],
  [
    'documentMessage',
    { mimetype: 'application/pdf', fileName: 'Tabela de preços.pdf', fileLength: 1_500_000 },
    ['Tabela de preços.pdf', 'Documento · 1,5 MB', 'Este arquivo só pode ser aberto no celular.'],
  ],
  ['videoMessage', { mimetype: 'video/mp4', seconds: 3_723 }, ['Vídeo · 1:02:03']],
  ['stickerMessage', { mimetype: 'image/webp' }, ['Figurinha']],
  [
    'locationMessage',
    { name: 'Padaria do Zé' },
    ['Padaria do Zé', 'Localização', 'O ponto no mapa não fica guardado aqui: veja no celular.'],
  ],
  [
    'imageMessage',
    { mimetype: 'image/jpeg', viewOnce: true },
    ['Imagem', 'Visualização única: só pode ser aberta no celular.'],
  ],
])('%s is shown by what was told of it', async (kind, part, expected) => {
  const { talk } = await shows(kind, part)
  for (const words of expected) talk.getByText(words)
})

test('a picture shows its preview and its caption, and where it can be seen whole', async () => {
  const { talk } = await shows(
    'imageMessage',
    { mimetype: 'image/jpeg', fileLength: 200_000, jpegThumbnail: JPEG, caption: 'A fachada' },
    'A fachada',
  )
  talk.getByRole('img', { name: 'Miniatura' })
  talk.getByText('Imagem · 200 kB')
  talk.getByText('A fachada')
  talk.getByText('Este arquivo só pode ser aberto no celular.')
})

test('nothing is left of a document that was taken back', async () => {
  const document = { documentMessage: { fileName: 'Segredo.pdf', mimetype: 'application/pdf' } }
  const { page } = await aTalk(
    { kind: 'documentMessage', text: '', content: document },
    { messageId: 'CH1', changedId: 'IN1', text: null },
  )
  await page.findByText('Esta mensagem foi apagada')
  expect(page.queryByText('Segredo.pdf')).toBeNull()
  expect(page.queryByText(/Documento/)).toBeNull()
})
