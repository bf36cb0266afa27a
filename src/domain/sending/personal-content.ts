import { renderTemplate } from '../../contract/campaigns/template.ts'
import type { MediaFile, MessageContent } from '../messenger.ts'
import type { Recipient } from './recipient.ts'

/** The message for one recipient, always the same for the same ledger. */
export function contentFor(
  row: Pick<Recipient, 'name' | 'phone' | 'fields'>,
  {
    text,
    knownFields,
    image,
  }: {
    readonly text: string
    readonly knownFields: ReadonlySet<string>
    readonly image: MediaFile | null
  },
): MessageContent {
  return { text: renderTemplate(text, row, knownFields), media: image }
}
