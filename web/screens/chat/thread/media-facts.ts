import {
  AudioLines,
  Contact,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  Sticker,
  Video,
} from 'lucide-react'
import type { MessageFile } from '#contract/messages/message-file.ts'
import { formatBytes } from '../../../format.ts'

/** How a kind of message is called, and what is said where the thing itself is not kept here. */
export type MediaKind = {
  readonly icon: LucideIcon
  readonly name: string
  readonly absent: string
}

const ON_PHONE = 'Este arquivo só pode ser aberto no celular.'

const image = { icon: Image, name: 'Imagem', absent: ON_PHONE }
const video = { icon: Video, name: 'Vídeo', absent: ON_PHONE }
const document = { icon: FileText, name: 'Documento', absent: ON_PHONE }
const place = {
  icon: MapPin,
  name: 'Localização',
  absent: 'O ponto no mapa não fica guardado aqui: veja no celular.',
}
const contact = {
  icon: Contact,
  name: 'Contato',
  absent: 'O número do contato não fica guardado aqui: veja no celular.',
}

/** By WhatsApp's own names of kinds. */
const kinds: Readonly<Record<string, MediaKind>> = {
  imageMessage: image,
  videoMessage: video,
  ptvMessage: video,
  audioMessage: { icon: AudioLines, name: 'Áudio', absent: ON_PHONE },
  documentMessage: document,
  documentWithCaptionMessage: document,
  stickerMessage: { icon: Sticker, name: 'Figurinha', absent: ON_PHONE },
  locationMessage: place,
  liveLocationMessage: { ...place, name: 'Localização em tempo real' },
  contactMessage: contact,
  contactsArrayMessage: { ...contact, name: 'Contatos' },
}

const films: ReadonlySet<string> = new Set(['videoMessage', 'ptvMessage'])
const pictures: ReadonlySet<string> = new Set(['imageMessage', 'stickerMessage'])

export function isFilm(type: string): boolean {
  return films.has(type)
}

/** Whether it is a picture or a video. */
export function isViewed(type: string): boolean {
  return films.has(type) || pictures.has(type)
}

/** The medium of a message; `undefined` for one that is words alone. */
export function mediaKindOf(type: string, file: MessageFile | null): MediaKind | undefined {
  const kind = kinds[type]
  return kind && file?.isVoice ? { ...kind, icon: Mic, name: 'Mensagem de voz' } : kind
}

/** `Vídeo · 0:32 · 3,1 MB`, as far as it is known. */
export function mediaFacts({ name }: MediaKind, file: MessageFile | null): string {
  const { durationSeconds = null, bytes = null } = file ?? {}
  const parts = [
    name,
    durationSeconds !== null && durationSeconds > 0 && formatLength(durationSeconds),
    bytes !== null && formatBytes(bytes),
  ]
  return parts.filter(Boolean).join(' · ')
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `0:07`, `12:30`, `1:02:03` */
export function formatLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  const rest = two(Math.floor(seconds % MINUTE))
  const hours = Math.floor(seconds / HOUR)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
