/** Where the bytes of a file are kept: whose upload it is, and its name among these. */
export type MediaSource = { readonly userId: string; readonly name: string }

/** A file that goes out in a message. */
export type MediaFile = {
  readonly source: MediaSource
  readonly mimeType: string
  /**
   * How the file is shown; the same picture may be sent as an image or as a document. `ptv`: a
   * video that plays in a circle.
   */
  readonly kind: 'image' | 'video' | 'ptv' | 'audio' | 'document' | 'sticker'
  /** The file's name as the recipient sees it; null: none. */
  readonly fileName: string | null
  readonly bytes: number
}

/** What a message says, whoever it goes to. */
export type MessageContent = {
  /** The text; with a medium, its caption. */
  readonly text: string
  readonly media: MediaFile | null
  /** What it answers and whom it names; left out: nothing and nobody. */
  readonly context?: MessageContext
  /** In place of text and file. */
  readonly part?: MessagePart
}

/** A location, contacts, a poll or a reaction. */
export type MessagePart = {
  /** WhatsApp's name for it. */
  readonly type: string
  /** What stands under that name in WhatsApp's own format, as plain JSON. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Opens the votes of a poll, base64; null: none. */
  readonly secret: string | null
}

export type MessageContext = {
  readonly quoted: QuotedMessage | null
  /** Jids of the people who are named in the text. */
  readonly mentionedJids: readonly string[]
}

/** The message of the same chat that one answers. */
export type QuotedMessage = {
  readonly messageId: string
  /** The jid of its author. */
  readonly participant: string
  /** What is shown of it above the answer. */
  readonly text: string
}
