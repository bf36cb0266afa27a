import { act, fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passes } from '../../../../support/eventually.ts'
import { aTalkWith, hearPlaying, jpg } from '../../../../support/web/talk-files.ts'

type Kinds = Parameters<typeof aTalkWith>[0]

/** A talk whose files come when the test lets them. */
async function aSlowTalk(kinds: Kinds) {
  const talk = await aTalkWith(kinds)
  const ends = new Map<string, () => void>()
  for (const index of kinds.keys()) {
    const id = `IN${index + 1}`
    talk.whatsapp.files.set(`/v/${id}`, () => new Promise((end) => ends.set(id, () => end(jpg))))
  }
  const asked = (id: string) => passes(() => expect(ends.has(id)).toBe(true))
  const comes = async (id: string) => {
    await asked(id)
    await act(async () => ends.get(id)?.())
  }
  const calls = () => talk.calls.filter(({ path }) => path.startsWith('/api/chats/media'))
  return { ...talk, asked, comes, calls }
}

test('of two pictures the one asked for last opens, and the other waits in its place', async () => {
  const { page, user, thread, asked, comes, calls } = await aSlowTalk([
    ...(['stickerMessage', 'imageMessage'] as const),
  ])
  const first = thread.getByRole('button', { name: /^Abrir Figurinha/ })
  await user.click(first)
  await asked('IN1')
  await user.click(thread.getByRole('button', { name: /^Abrir Imagem/ }))
  await comes('IN1')
  await thread.findByText('Pronto para abrir.')
  expect(page.queryByRole('dialog')).toBeNull()
  await comes('IN2')
  await page.findByRole('dialog', { name: /^Imagem ·/ })
  fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await user.click(first)
  await page.findByRole('dialog', { name: /^Figurinha ·/ })
  expect(thread.queryByText('Pronto para abrir.')).toBeNull()
  expect(calls()).toHaveLength(2)
})

test('a picture does not open over what its reader has begun to type', async () => {
  const { page, user, thread, asked, comes } = await aSlowTalk(['imageMessage'])
  await user.click(thread.getByRole('button', { name: /^Abrir Imagem/ }))
  await asked('IN1')
  await user.type(page.getByLabelText('Mensagem'), 'Já vejo')
  await comes('IN1')
  await thread.findByText('Pronto para abrir.')
  expect(page.queryByRole('dialog')).toBeNull()
  await user.click(thread.getByRole('button', { name: /^Abrir Imagem/ }))
  await page.findByRole('dialog')
})

test('a sound that comes late does not sound over what was opened since', async () => {
  const { play } = hearPlaying()
  const { page, user, thread, asked, comes } = await aSlowTalk(['audioMessage', 'imageMessage'])
  await user.click(thread.getByRole('button', { name: /^Ouvir/ }))
  await asked('IN1')
  await user.click(thread.getByRole('button', { name: /^Abrir/ }))
  await comes('IN2')
  await page.findByRole('dialog')
  await comes('IN1')
  await thread.findByText('Pronto para ouvir.')
  expect(play).not.toHaveBeenCalled()
  fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await user.click(thread.getByRole('button', { name: /^Ouvir/ }))
  await thread.findByRole('button', { name: /^Pausar/ })
})

test('nothing of a talk that was left opens, and is not asked for again', async () => {
  const talk = await aSlowTalk(['imageMessage'])
  const { page, user, thread, asked, comes, calls, isAtRest } = talk
  await user.click(thread.getByRole('button', { name: /^Abrir Imagem/ }))
  await asked('IN1')
  await user.click(page.getByRole('button', { name: 'Voltar aos contatos' }))
  await user.click(page.getByRole('link', { name: 'Configurações' }))
  await page.findByRole('heading', { name: 'Configurações' })
  await comes('IN1')
  await passes(() => expect(isAtRest()).toBe(true))
  expect(page.queryByRole('dialog')).toBeNull()
  act(() => history.pushState(null, '', talk.address))
  await user.click(await page.findByRole('button', { name: /^Abrir Imagem/ }))
  await page.findByRole('dialog')
  expect(calls()).toHaveLength(1)
})

test('a video silences the sound that plays', async () => {
  hearPlaying()
  const { page, user, thread } = await aTalkWith(['audioMessage', 'videoMessage'], {
    ...{ IN1: jpg, IN2: jpg },
  })
  await user.click(thread.getByRole('button', { name: /^Ouvir/ }))
  await thread.findByRole('button', { name: /^Pausar/ })
  await user.click(thread.getByRole('button', { name: /^Abrir Vídeo/ }))
  await page.findByRole('dialog', { name: /^Vídeo/ })
  await passes(() => expect(document.querySelector('audio')).toHaveProperty('paused', true))
  await passes(() => expect(thread.queryByRole('button', { name: /^Pausar/ })).toBeNull())
})
