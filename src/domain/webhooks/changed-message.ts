import type { StoredMessage } from './webhook-message-store.ts'

/** What is shown of a message that was taken back. */
const TAKEN_BACK = '[Mensagem apagada]'
/** Characters of the newest message that a list of chats shows. */
const PREVIEW_LENGTH = 200

/** A message as it is shown from now on. @param text null: it was taken back, with all it shared */
export function changedMessage(message: StoredMessage, text: string | null): StoredMessage {
  if (text !== null) return { ...message, content: text, change: 'edited' }
  const { media: _, file: _file, place: _place, contacts: _contacts, ...rest } = message
  return { ...rest, content: TAKEN_BACK, thumbnail: null, change: 'taken_back' }
}

/** The beginning of a message's content, or of what it says now; null: it was taken back. */
export function previewOf(content: string | null): string {
  return (content ?? TAKEN_BACK).slice(0, PREVIEW_LENGTH)
}
