import { RATE_LIMITED } from '../../domain/whatsapp-codes.ts'

/**
 * The readable parts of a rejection of Baileys: a Boom with a status, an iq error with the server's
 * code, an Error, or (when TCP drops within a query) the bare number 1006.
 */
export type Failure = {
  readonly message: string
  /** Baileys' own code, as in HTTP: 428 is "not connected", 408 a timeout. */
  readonly statusCode: number | null
  /** The code WhatsApp's server gave in an iq error. */
  readonly serverCode: number | null
}

export function readFailure(error: unknown): Failure {
  if (typeof error === 'number') return { ...nothingKnown, message: `closed with code ${error}` }
  if (!(error instanceof Error)) return { ...nothingKnown, message: String(error) }
  return {
    message: error.message,
    statusCode: readStatusCode(error),
    serverCode: 'data' in error && typeof error.data === 'number' ? error.data : null,
  }
}

const nothingKnown = { statusCode: null, serverCode: null }

function readStatusCode(error: Error): number | null {
  if (!('output' in error) || typeof error.output !== 'object' || error.output === null) return null
  if (!('statusCode' in error.output)) return null
  return typeof error.output.statusCode === 'number' ? error.output.statusCode : null
}

export function isRateLimited({ serverCode, message }: Failure): boolean {
  return serverCode === RATE_LIMITED || message === 'rate-overlimit'
}

/** A failure in one phrase, the same for every rate limit. */
export function describe(error: unknown): string {
  const failure = readFailure(error)
  return isRateLimited(failure) ? 'rate-overlimit' : failure.message
}

const storageCodes: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'],
  ...['storage_unavailable', 'storage_unsettled', 'lease_lost'],
])

/** True where a disk or a database refused a key: says nothing about the message's recipient. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && storageCodes.has(error.code)
}

/** True where the connection was gone before anything of the request was written. */
export function isNotConnected(error: unknown): boolean {
  if (typeof error === 'number') return true
  const { statusCode, message } = readFailure(error)
  return statusCode === 428 && message.startsWith('Connection')
}
