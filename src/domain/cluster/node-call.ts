/** What a call carries: bytes that can be sent again, or a stream that can be read once. */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'streamed'
      readonly pieces: AsyncIterable<Uint8Array>
      /** Null where its sender did not say. */
      readonly lengthBytes: number | null
    }

/** A call of another node. */
export type NodeCall = {
  /** The node's own. */
  readonly url: string
  /** Path and query. */
  readonly target: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: CallBody
  readonly signal: AbortSignal
}

/** Its answer as it came, of which the body is still to be read. */
export type NodeAnswer = {
  readonly status: number
  /** Whether it goes on until somebody ends it. */
  readonly isEventStream: boolean
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Rejects where the answer breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** Drops the rest of the answer. */
  cancel(): void
}

/** @throws NodeUnanswered, also where the caller hangs up, or its body breaks off */
export type CallNode = (call: NodeCall) => Promise<NodeAnswer>

/** No answer came from a node. */
export class NodeUnanswered extends Error {
  /** Whether the node may have begun with the call. */
  readonly mayHaveBegun: boolean
  /** Whether it could not prove to be that node: waiting does not help. */
  readonly isDistrusted: boolean

  constructor(
    cause: unknown,
    {
      mayHaveBegun,
      isDistrusted = false,
    }: { readonly mayHaveBegun: boolean; readonly isDistrusted?: boolean },
  ) {
    super('a node gave no answer', { cause })
    this.name = 'NodeUnanswered'
    this.mayHaveBegun = mayHaveBegun
    this.isDistrusted = isDistrusted
  }
}
