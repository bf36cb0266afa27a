import { z } from 'zod'
import { readMessageFile } from './file-part.ts'
import type { MessageFile } from './message-file.ts'
import { kindLabels, labelled } from './message-kinds.ts'
import { readThumbnail } from './thumbnail.ts'

export type MessageContent = {
  /** The text, or a word for the kind of medium. */
  readonly shown: string
  /** The message's text; null where there is none. */
  readonly text: string | null
  readonly type: string
  /** A small JPEG of a medium as base64; null where there is none. */
  readonly thumbnail: string | null
  /** What is said of its file; null where there is none. */
  readonly file: MessageFile | null
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
  readonly isFile?: true
}

/** Where the text of each kind of content stands, if it has any, and what else it carries. */
const kinds: Readonly<Record<string, Kind>> = {
  conversation: {},
  extendedTextMessage: { textOf: ({ text }) => text },
  imageMessage: { textOf: ({ caption }) => caption, isPictured: true, isFile: true },
  videoMessage: { textOf: ({ caption }) => caption, isPictured: true, isFile: true },
  ptvMessage: { isPictured: true, isFile: true },
  audioMessage: { isFile: true },
  documentMessage: { textOf: ({ caption }) => caption, isPictured: true, isFile: true },
  stickerMessage: { isFile: true },
  contactMessage: {},
  contactsArrayMessage: {},
  locationMessage: { isPictured: true },
  liveLocationMessage: { isPictured: true },
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
      file: null,
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
      file: kind.isFile ? readMessageFile(parts.get(name)) : null,
    }
  }
  return { shown: '[Mensagem]', text: null, type: type ?? 'unknown', thumbnail: null, file: null }
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
