import { z } from 'zod'
import { readMessageFile } from './file-part.ts'
import { kindLabels, labelled } from './message-kinds.ts'
import { type MessageShare, readContact, readContacts, readPlace } from './message-share.ts'
import { readThumbnail } from './thumbnail.ts'

export type MessageContent = {
  /** The text, or a word for the kind of medium. */
  readonly shown: string
  /** The message's text; null where there is none. */
  readonly text: string | null
  readonly type: string
  /** A small JPEG of a medium as base64; null where there is none. */
  readonly thumbnail: string | null
  readonly share: MessageShare
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
  readonly textOf?: (part: Part) => Part['text']
  /** The message carries a small preview of its medium. */
  readonly isPictured?: true
  /** Reads what it shares. */
  readonly shareOf?: (part: unknown) => MessageShare
}

const fileOf = (part: unknown): MessageShare => ({ file: readMessageFile(part) })

/** Where the text of each kind of content stands, if it has any, and what else it carries. */
const kinds: Readonly<Record<string, Kind>> = {
  conversation: {},
  extendedTextMessage: { textOf: ({ text }) => text },
  imageMessage: { textOf: ({ caption }) => caption, isPictured: true, shareOf: fileOf },
  videoMessage: { textOf: ({ caption }) => caption, isPictured: true, shareOf: fileOf },
  ptvMessage: { isPictured: true, shareOf: fileOf },
  audioMessage: { shareOf: fileOf },
  documentMessage: { textOf: ({ caption }) => caption, isPictured: true, shareOf: fileOf },
  stickerMessage: { shareOf: fileOf },
  contactMessage: { shareOf: readContact },
  contactsArrayMessage: { shareOf: readContacts },
  locationMessage: { isPictured: true, shareOf: readPlace },
  liveLocationMessage: { isPictured: true, shareOf: readPlace },
  reactionMessage: {},
  protocolMessage: {},
  pollCreationMessage: {},
  pollCreationMessageV3: {},
  buttonsResponseMessage: { textOf: ({ selectedDisplayText }) => selectedDisplayText },
  templateButtonReplyMessage: { textOf: ({ selectedDisplayText }) => selectedDisplayText },
  listResponseMessage: { textOf: ({ title }) => title },
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
      share: {},
    }
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const part = Part.safeParse(parts.get(name))
    if (!part.success) continue
    const text = kind.textOf?.(part.data) || null
    return {
      shown: text ?? labelOf(kindLabels[name] ?? '', part.data),
      text,
      type: type ?? name,
      thumbnail: kind.isPictured ? thumbnailOf(part.data) : null,
      share: kind.shareOf?.(parts.get(name)) ?? {},
    }
  }
  return { shown: '[Mensagem]', text: null, type: type ?? 'unknown', thumbnail: null, share: {} }
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
  return labelled(label, text || fileName || displayName || name)
}
