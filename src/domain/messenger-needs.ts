import type { FindContent, MessengerEvent } from './messenger.ts'
import type { ReadUpload } from './uploads/upload-store.ts'

/** Callbacks of a messenger into the parts that it works for. */
export type MessengerNeeds = {
  readonly findContent: FindContent
  /** Finds the recipient of a message that the daemon sent. */
  readonly findJid: (messageId: string) => Promise<string | undefined>
  readonly readUpload: ReadUpload
  /** Handles an event; what people sent is published again where the promise rejects. */
  readonly onEvent: (event: MessengerEvent) => Promise<void>
}
