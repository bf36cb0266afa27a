import { z } from 'zod'
import { readFailure } from './failure.ts'

/** What WhatsApp's server said as it ended a connection. */
export type ServerEnd =
  /** `<failure>` in place of a login. */
  | { readonly kind: 'failure'; readonly code: number; readonly attributes: Attributes }
  /** `<stream:error>`, with its first child. */
  | {
      readonly kind: 'stream_error'
      readonly code: number
      readonly tag: string
      readonly attributes: Attributes
    }
  /** The account takes no companions. */
  | { readonly kind: 'not_multi_device' }
  /** The last QR code has run out. */
  | { readonly kind: 'codes_ended' }

const Attributes = z.record(z.string(), z.string()).catch({})
type Attributes = Readonly<z.infer<typeof Attributes>>
const Node = z.object({ tag: z.string(), attrs: Attributes }).catch({ tag: '', attrs: {} })

/** How a socket ended. */
export type SocketEnd = {
  readonly code: number | null
  /**
   * What WhatsApp's server said; null where it said nothing. Codes of proxies or networks say
   * nothing about the account.
   */
  readonly server: ServerEnd | null
  readonly httpStatus: number | null
  readonly wasOpen: boolean
  readonly openMs: number
  readonly detail: string
}

/** Reads what the server said out of the error that Baileys ends a socket with. */
export function readServerEnd(error: unknown): ServerEnd | null {
  const { message, statusCode } = readFailure(error)
  const code = statusCode ?? 0
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  if (message === 'Connection Failure') {
    return { kind: 'failure', code, attributes: Attributes.parse(data) }
  }
  if (message.startsWith('Stream Errored')) {
    const { tag, attrs: attributes } = Node.parse(data)
    return { kind: 'stream_error', code, tag, attributes }
  }
  if (message.startsWith('Multi-device')) return { kind: 'not_multi_device' }
  return message.startsWith('QR refs') ? { kind: 'codes_ended' } : null
}

/** What a refused login says beside its reason. */
export function failureAttributes({ server }: Pick<SocketEnd, 'server'>): Attributes {
  return server?.kind === 'failure' ? server.attributes : {}
}
