import { renderTemplate } from '../../contract/campaigns/template.ts'
import type { MediaFile, MessageContent } from '../message-content.ts'
import type { Recipient } from './recipient.ts'

export type PersonalContent = {
  /** The text as a message of its own, where WhatsApp shows none with the file; else null. */
  readonly before: MessageContent | null
  readonly content: MessageContent
}

/** What one recipient gets, always the same for the same ledger. */
export function contentFor(
  row: Pick<Recipient, 'name' | 'phone' | 'fields'>,
  {
    text,
    knownFields,
    media,
  }: {
    readonly text: string
    readonly knownFields: ReadonlySet<string>
    readonly media: MediaFile | null
  },
): PersonalContent {
  const rendered = renderTemplate(text, row, knownFields)
  if (media?.kind !== 'audio') return { before: null, content: { text: rendered, media } }
  const before = rendered.trim() === '' ? null : { text: rendered, media: null }
  return { before, content: { text: '', media } }
}
