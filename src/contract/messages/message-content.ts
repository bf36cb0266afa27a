import { z } from 'zod'
import { readThumbnail } from './thumbnail.ts'

export type MessageContent = {
  /** The text, or a word for the kind of medium. */
  readonly shown: string
  /** The message's text; null where there is none. */
  readonly text: string | null
  readonly type: string
  /** A small JPEG of a medium as base64; null where there is none. */
  readonly thumbnail: string | null
}

const Text = z.string().nullish().catch(undefined)
const Part = z
  .object({
    text: Text,
    caption: Text,
    fileName: Text,
    displayName: Text,
    name: Text,
    title: Text,
    selectedDisplayText: Text,
    jpegThumbnail: z.unknown(),
    viewOnce: z.boolean().nullish().catch(undefined),
    message: z.unknown(),
  })
  .partial()
type Part = z.infer<typeof Part>

type Kind = {
  readonly label: string
  readonly textOf?: (part: Part) => Part['text']
  /** The message carries a small preview of its medium. */
  readonly isPictured?: true
}

/** How each kind of content is shown, and where its text stands, if it has any. */
const kinds: Readonly<Record<string, Kind>> = {
  conversation: { label: 'Mensagem' },
  extendedTextMessage: { label: 'Mensagem', textOf: ({ text }) => text },
  imageMessage: { label: 'Imagem', textOf: ({ caption }) => caption, isPictured: true },
  videoMessage: { label: 'Vídeo', textOf: ({ caption }) => caption, isPictured: true },
  ptvMessage: { label: 'Vídeo', isPictured: true },
  audioMessage: { label: 'Áudio' },
  documentMessage: { label: 'Documento', textOf: ({ caption }) => caption, isPictured: true },
  stickerMessage: { label: 'Figurinha' },
  contactMessage: { label: 'Contato' },
  contactsArrayMessage: { label: 'Contatos' },
  locationMessage: { label: 'Localização', isPictured: true },
  liveLocationMessage: { label: 'Localização em tempo real', isPictured: true },
  reactionMessage: { label: 'Reação' },
  protocolMessage: { label: 'Mensagem alterada ou apagada' },
  pollCreationMessage: { label: 'Enquete' },
  pollCreationMessageV3: { label: 'Enquete' },
  buttonsResponseMessage: {
    label: 'Resposta',
    textOf: ({ selectedDisplayText }) => selectedDisplayText,
  },
  templateButtonReplyMessage: {
    label: 'Resposta',
    textOf: ({ selectedDisplayText }) => selectedDisplayText,
  },
  listResponseMessage: { label: 'Resposta', textOf: ({ title }) => title },
}

/** Kinds of messages that say nothing by themselves. */
export const wordlessKinds: ReadonlySet<string> = new Set([
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
])

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
]
/** Wrappers are one or two deep; a deeper message was built to do harm. */
const MAX_DEPTH = 5

const Parts = z.record(z.string(), z.unknown())

/** Describes the content of a message in WhatsApp's own format. */
export function readMessageContent(message: unknown, type: string | null): MessageContent {
  const unwrapped = unwrap(message, 0)
  const parts = new Map(Object.entries(unwrapped))
  const conversation = parts.get('conversation')
  if (typeof conversation === 'string' && conversation !== '') {
    return {
      shown: conversation,
      text: conversation,
      type: type ?? 'conversation',
      thumbnail: null,
    }
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const part = Part.safeParse(parts.get(name))
    if (!part.success) continue
    const text = kind.textOf?.(part.data) || null
    return {
      shown: text ?? labelOf(kind.label, part.data),
      text,
      type: type ?? name,
      thumbnail: kind.isPictured ? thumbnailOf(part.data) : null,
    }
  }
  return { shown: '[Mensagem]', text: null, type: type ?? 'unknown', thumbnail: null }
}

function unwrap(message: unknown, depth: number): Readonly<Record<string, unknown>> {
  const parsed = Parts.safeParse(message)
  if (!parsed.success) return {}
  const wrapper = wrappers.find((name) => name in parsed.data)
  if (wrapper === undefined || depth >= MAX_DEPTH) return parsed.data
  const inner = Part.safeParse(parsed.data[wrapper])
  return inner.success ? unwrap(inner.data.message, depth + 1) : {}
}

/** Leaves out the preview of a view-once message. */
function thumbnailOf({ jpegThumbnail, viewOnce }: Part): string | null {
  return viewOnce ? null : readThumbnail(jpegThumbnail)
}

function labelOf(label: string, { text, fileName, displayName, name }: Part): string {
  const detail = text || fileName || displayName || name
  return detail ? `[${label}: ${detail}]` : `[${label}]`
}
