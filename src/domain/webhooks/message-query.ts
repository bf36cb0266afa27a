/** A change that the author of a message made to it. */
export type StoredChange = {
  readonly id: string
  /** The chat, and which side of it wrote the message: no other may change it. */
  readonly remoteJid: string
  readonly isFromMe: boolean
  /** Null: it was taken back. */
  readonly text: string | null
}

/**
 * A page beside a place of a thread: the last messages before it or the first after it. Where the
 * id is not kept, the second alone counts, and messages of that second belong to the page.
 */
export type PageEdge = {
  readonly side: 'before' | 'after'
  readonly sentAtSeconds: number
  readonly id: string | undefined
}

/** Which messages of an instance are looked for, and which of those are shown. */
export type MessageFilter = {
  readonly remoteJid?: string | undefined
  readonly id?: string | undefined
  readonly isFromMe?: boolean | undefined
  /** The gateway's name for its kind. */
  readonly type?: string | undefined
  readonly fromSeconds?: number | undefined
  readonly toSeconds?: number | undefined
  readonly skip: number
  readonly limit: number
}
