import { within } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { phoneJid } from '../../../src/contract/jid.ts'
import type { Download } from '../../../src/domain/media-download.ts'
import type { InboundMedia } from '../../../src/domain/messenger.ts'
import type { Attachment } from '../../../web/parts/attachment/attachment.ts'
import { keepUnsentFile } from '../../../web/screens/chat/kept-texts.ts'
import { chatKey } from '../../../web/screens/chat/own-messages.ts'
import { JPEG } from '../domain/webhook.ts'
import { ANA, aTalkToOpen } from './talk.ts'

/** Talks with files, and what is saved and played in a page that does neither. */

export const jpg: Download = { bytes: Buffer.from('jpg') }

const part = {
  imageMessage: { mimetype: 'image/jpeg', fileLength: 200_000, jpegThumbnail: JPEG },
  videoMessage: { mimetype: 'video/mp4', seconds: 32, jpegThumbnail: JPEG },
  stickerMessage: { mimetype: 'image/webp' },
  audioMessage: { mimetype: 'audio/ogg; codecs=opus', seconds: 67, ptt: true },
  documentMessage: { mimetype: 'application/pdf', fileName: 'Tabela.pdf', fileLength: 1_500_000 },
}
type Kind = keyof typeof part
const kinds: Readonly<Record<Kind, InboundMedia['kind']>> = {
  imageMessage: 'image',
  videoMessage: 'video',
  stickerMessage: 'sticker',
  audioMessage: 'audio',
  documentMessage: 'document',
}

function heard(kind: Kind, messageId = 'IN1') {
  const media: InboundMedia = {
    ...{ kind: kinds[kind], directPath: `/v/${messageId}`, url: null },
    ...{ mediaKey: 'a2V5', sha256: 'c29tYQ==' },
  }
  return { ...{ messageId, kind, text: '', media }, content: { [kind]: part[kind] } }
}

/** A talk with these received messages, and the results of their downloads. */
export async function aTalkWith(
  all: readonly Kind[],
  files: Readonly<Record<string, Download>> = {},
) {
  const [first, ...later] = all.map((kind, index) => heard(kind, `IN${index + 1}`))
  if (!first) throw new Error('nothing was heard')
  const talk = await aTalkToOpen(first, ...later)
  for (const [id, download] of Object.entries(files)) talk.whatsapp.files.set(`/v/${id}`, download)
  const names = hearSaving()
  const { page, user } = await talk.open(talk.address)
  const thread = within(await page.findByRole('region', { name: 'Conversa' }))
  await thread.findAllByText(/^Recebida/)
  return { ...talk, page, user, thread, names }
}

/** A talk whose composer holds a file that was uploaded. */
export async function aTalkWithFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>) {
  const talk = await aTalkToOpen({})
  const { device, request, session, id } = talk
  // The page in memory has its own FormData, which Node cannot send.
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  const stored = await request('/api/upload/file', {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      authorization: `Bearer ${session.token}`,
    },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  })
  expect(stored.status).toBe(201)
  const { url, nome, tipo, bytes: size } = await stored.json()
  const file: Attachment = { url, name: nome, bytes: size, kind: tipo, isAttached: true }
  const chat = chatKey(id, {
    place: { gatewayId: 'own', instance: device },
    remoteJid: phoneJid(ANA),
  })
  keepUnsentFile(chat, file)
  // The file is there again when its talk is opened again, like typed text.
  const names = hearSaving()
  const { page, user } = await talk.open(talk.address)
  await page.findByText(name)
  const list = () => within(page.getByRole('region', { name: 'Conversa' }))
  return { ...talk, page, user, list, names }
}

/** Records the names of saved files. */
function hearSaving(): readonly string[] {
  const names: string[] = []
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  onTestFinished(() => saved.mockRestore())
  return names
}

/** Makes sounds and videos play and pause, as far as their events show it. */
export function hearPlaying() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true })
    this.dispatchEvent(new Event('play'))
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true })
    this.dispatchEvent(new Event('pause'))
  })
  onTestFinished(() => {
    play.mockRestore()
    pause.mockRestore()
  })
  return { play }
}
