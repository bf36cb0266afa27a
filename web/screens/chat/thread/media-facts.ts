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
type MediaKind = {
  readonly icon: LucideIcon
  readonly name: string
  readonly absent: string
}

const image = {
  icon: Image,
  name: 'Imagem',
  absent: 'A imagem não fica guardada aqui: veja no celular.',
}
const video = {
  icon: Video,
  name: 'Vídeo',
  absent: 'O vídeo não fica guardado aqui: veja no celular.',
}
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
  audioMessage: {
    icon: AudioLines,
    name: 'Áudio',
    absent: 'O áudio não fica guardado aqui: ouça no celular.',
  },
  documentMessage: {
    icon: FileText,
    name: 'Documento',
    absent: 'O documento não fica guardado aqui: abra no celular.',
  },
  documentWithCaptionMessage: {
    icon: FileText,
    name: 'Documento',
    absent: 'O documento não fica guardado aqui: abra no celular.',
  },
  stickerMessage: {
    icon: Sticker,
    name: 'Figurinha',
    absent: 'A figurinha não fica guardada aqui: veja no celular.',
  },
  locationMessage: place,
  liveLocationMessage: { ...place, name: 'Localização em tempo real' },
  contactMessage: contact,
  contactsArrayMessage: { ...contact, name: 'Contatos' },
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
    durationSeconds !== null && durationSeconds > 0 && formatDuration(durationSeconds),
    bytes !== null && formatBytes(bytes),
  ]
  return parts.filter(Boolean).join(' · ')
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `0:07`, `12:30`, `1:02:03` */
function formatDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  const rest = two(Math.floor(seconds % MINUTE))
  const hours = Math.floor(seconds / HOUR)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
