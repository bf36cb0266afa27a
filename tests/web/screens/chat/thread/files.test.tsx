import { act, fireEvent, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { phoneJid } from '../../../../../src/contract/jid.ts'
import type { Download } from '../../../../../src/domain/media-download.ts'
import { passes } from '../../../../support/eventually.ts'
import { aTalkToOpen } from '../../../../support/web/talk.ts'
import { aTalkWith, hearPlaying, jpg } from '../../../../support/web/talk-files.ts'

describe('a picture', () => {
  test('opens large by the keyboard, is saved, and gives the focus back', async () => {
    const { page, user, thread, names } = await aTalkWith(['imageMessage'], { IN1: jpg })
    const tile = thread.getByRole('button', { name: 'Abrir Imagem · 200 kB' })
    tile.focus()
    await user.keyboard('{Enter}')
    const viewer = within(await page.findByRole('dialog', { name: /^Imagem · / }))
    const picture = await viewer.findByRole('img', { name: 'Imagem' })
    expect(picture.getAttribute('src')).toMatch(/^blob:/)
    await user.click(viewer.getByRole('button', { name: 'Salvar' }))
    expect(names).toEqual(['imagem.jpg'])
    fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(tile)
    // What is open is shown in the talk, and not asked for again.
    expect(tile.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/)
  })

  test('is asked for once, however often it is pressed and shown', async () => {
    const { page, user, thread, calls } = await aTalkWith(['imageMessage'], { IN1: jpg })
    const tile = thread.getByRole('button', { name: /^Abrir/ })
    await user.dblClick(tile)
    await page.findByRole('dialog')
    fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await user.click(tile)
    await page.findByRole('dialog')
    expect(calls.filter(({ path }) => path.startsWith('/api/chats/media'))).toHaveLength(1)
  })

  test('says that it comes, and the session is in no address', async () => {
    const { user, thread, whatsapp, calls, page, session } = await aTalkWith(['imageMessage'])
    const ends: ((file: Download) => void)[] = []
    whatsapp.files.set('/v/IN1', () => new Promise((end) => ends.push(end)))
    const tile = thread.getByRole('button', { name: /^Abrir/ })
    await user.click(tile)
    await thread.findByText('Baixando o arquivo…')
    expect([tile.getAttribute('aria-busy'), document.activeElement === tile]).toEqual([
      'true',
      true,
    ])
    await passes(() => expect(ends).toHaveLength(1))
    expect(calls.filter(({ path }) => path.includes(session.token))).toEqual([])
    ends[0]?.(jpg)
    await page.findByRole('dialog')
  })

  test('leads to those beside it by the arrow keys', async () => {
    const all = ['imageMessage', 'documentMessage', 'stickerMessage', 'videoMessage'] as const
    const { page, user, thread } = await aTalkWith(all, { IN1: jpg, IN3: jpg, IN4: jpg })
    await user.click(thread.getByRole('button', { name: /^Abrir Figurinha/ }))
    const title = async (name: string) =>
      page.findByRole('dialog', { name: (words) => words.startsWith(`${name} ·`) })
    await title('Figurinha')
    await user.keyboard('{ArrowLeft}')
    await title('Imagem')
    expect(page.getByRole('button', { name: 'Anterior' })).toHaveProperty('disabled', true)
    await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}')
    await title('Vídeo')
    expect(page.getByRole('button', { name: 'Próxima' })).toHaveProperty('disabled', true)
  })

  test('that the browser cannot show says so, and can be saved all the same', async () => {
    const { page, user, thread } = await aTalkWith(['imageMessage'], { IN1: jpg })
    await user.click(thread.getByRole('button', { name: /^Abrir/ }))
    fireEvent.error(await page.findByRole('img', { name: 'Imagem' }))
    page.getByText(/Este navegador não mostra este arquivo/)
    expect(page.getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', false)
  })
})

describe('a file that does not come', () => {
  test('says why on its tile, and opens at another try', async () => {
    const { page, user, thread, whatsapp } = await aTalkWith(['imageMessage'], {
      IN1: { failure: 'failed' },
    })
    await user.click(thread.getByRole('button', { name: /^Abrir/ }))
    const alert = await thread.findByRole('alert')
    expect(alert.textContent).toContain('Não foi possível baixar o arquivo do WhatsApp.')
    whatsapp.files.set('/v/IN1', jpg)
    await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }))
    await page.findByRole('dialog')
    expect(thread.queryByRole('alert')).toBeNull()
  })

  test('and that WhatsApp and the phone have deleted offers no other try', async () => {
    const { user, thread } = await aTalkWith(['documentMessage'], { IN1: { failure: 'gone' } })
    await user.click(thread.getByRole('button', { name: /^Salvar Tabela.pdf/ }))
    await thread.findByText('O WhatsApp já apagou este arquivo. Peça para a pessoa enviar de novo.')
    expect(thread.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
  })
})

test('a document is saved under its own name, and once more without another call', async () => {
  const { user, thread, names, calls } = await aTalkWith(['documentMessage'], { IN1: jpg })
  const tile = thread.getByRole('button', { name: 'Salvar Tabela.pdf Documento · 1,5 MB' })
  await user.click(tile)
  await passes(() => expect(names).toEqual(['Tabela.pdf']))
  await user.click(tile)
  await passes(() => expect(names).toHaveLength(2))
  expect(calls.filter(({ path }) => path.startsWith('/api/chats/media'))).toHaveLength(1)
})

test('a voice message plays and pauses by its button, and moves by its slider', async () => {
  hearPlaying()
  const { user, thread } = await aTalkWith(['audioMessage', 'audioMessage'], { IN1: jpg, IN2: jpg })
  const slider = () => thread.getAllByRole('slider', { name: 'Posição no áudio' })[0]
  expect(slider()).toHaveProperty('disabled', true)
  const name = 'Mensagem de voz · 1:07'
  const [first, second] = thread.getAllByRole('button', { name: `Ouvir ${name}` })
  if (!first || !second) throw new Error('two were heard')
  await user.click(first)
  await thread.findByRole('button', { name: `Pausar ${name}` })
  expect(slider()).toHaveProperty('disabled', false)
  const sound = document.querySelector('audio')
  act(() => {
    if (sound) sound.currentTime = 12
    sound?.dispatchEvent(new Event('timeupdate'))
  })
  thread.getByText('0:12 de 1:07')
  expect(slider()?.getAttribute('aria-valuetext')).toBe('0:12 de 1:07')

  // Another one silences it.
  await user.click(second)
  await passes(() =>
    expect(thread.getAllByRole('button', { name: `Ouvir ${name}` })).toEqual([first]),
  )
  act(() => void document.querySelectorAll('audio')[1]?.dispatchEvent(new Event('error')))
  thread.getByText(/Este navegador não toca este áudio/)
})

describe('what a message shares', () => {
  test('is a place that a map shows in another tab', async () => {
    const locationMessage = {
      ...{ degreesLatitude: -15.793889, degreesLongitude: -47.882778 },
      ...{ name: 'Padaria do Zé', address: 'SCS Quadra 1' },
    }
    const talk = await aTalkToOpen({
      ...{ kind: 'locationMessage', text: '', content: { locationMessage } },
    })
    const { page } = await talk.open(talk.address)
    const thread = within(await page.findByRole('region', { name: 'Conversa' }))
    await thread.findByText('Padaria do Zé')
    thread.getByText('SCS Quadra 1')
    thread.getByText('-15.79389, -47.88278')
    const map = thread.getByRole('link', { name: /^Abrir no mapa.*outra aba$/ })
    expect([map.getAttribute('target'), map.getAttribute('rel')]).toEqual([
      ...['_blank', 'noopener noreferrer'],
    ])
    expect(new URL(map.getAttribute('href') ?? '').searchParams.get('query')).toBe(
      '-15.793889,-47.882778',
    )
  })

  test('is somebody’s number, with whom a conversation begins', async () => {
    const contacts = [
      { displayName: 'Carla Dias', vcard: 'TEL;waid=5561999990003:+55 61 99999-0003' },
      { displayName: 'Loja fixa', vcard: 'TEL:3333-0000' },
      { displayName: 'Sem nada', vcard: '' },
    ]
    const talk = await aTalkToOpen({
      ...{
        kind: 'contactsArrayMessage',
        text: '',
        content: { contactsArrayMessage: { contacts } },
      },
    })
    const { page, user } = await talk.open(talk.address)
    const thread = within(await page.findByRole('region', { name: 'Conversa' }))
    await thread.findByText('Carla Dias')
    thread.getByText('3333-0000')
    thread.getByText('Sem número no cartão.')
    expect(thread.getAllByRole('link')).toHaveLength(1)
    await user.click(thread.getByRole('link', { name: 'Conversar com Carla Dias' }))
    expect(new URLSearchParams(location.search).get('contato')).toBe(phoneJid('5561999990003'))
    await page.findByText('Nenhuma mensagem com esta pessoa')
  })
})
