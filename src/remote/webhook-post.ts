import type { WebhookAnswer } from '../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_ANSWER_BYTES } from '../contract/limits.ts'
import type { Attempt } from '../domain/webhooks/webhook-attempt.ts'
import { fetchStart, OutgoingError, OutgoingTimeout, type StartOfAnswer } from './outgoing.ts'
import { PrivateTargetError, type Targets } from './targets.ts'

/** Parts of a path from this length on may be keys, and are hidden. */
const SECRET_LENGTH = 20
const SHOWN_LENGTH = 4
const SHOWN_HEADERS = [
  ...['content-type', 'content-length', 'location', 'retry-after', 'server', 'date'],
  ...['allow', 'www-authenticate', 'x-request-id', 'cf-ray'],
] as const
const HEADER_LENGTH = 200
/** Stands for what is secret. */
export const HIDDEN = '••••••••'

/** Posts an event, and returns the outcome. Only the beginning of the answer's body is read. */
export async function postWebhook({
  url: address,
  json,
  headers,
  hiddenHeaders = {},
  timeoutMs,
  signal,
  targets,
}: {
  /** Can be parsed. */
  readonly url: string
  readonly json: string
  /** For this host only, like the hidden ones; the attempt shows their values. */
  readonly headers: Readonly<Record<string, string>>
  /** Values that may be secret: the attempt does not show them. */
  readonly hiddenHeaders?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly targets: Targets
}): Promise<Attempt> {
  const hidden = Object.keys(hiddenHeaders).map((name) => [name, HIDDEN])
  const sentHeaders = {
    'content-type': 'application/json',
    ...Object.fromEntries(hidden),
    ...headers,
  }
  const sent = { url: shownUrl(address), headers: sentHeaders }
  try {
    const {
      status: httpStatus,
      retryAfterSeconds,
      ...answered
    } = await fetchStart({
      ...{ method: 'POST', url: address, json, secretHeaders: { ...hiddenHeaders, ...headers } },
      ...{ timeoutMs, signal, limitBytes: WEBHOOK_ANSWER_BYTES, targets },
    })
    const answer = { headers: shownHeaders(answered.headers), ...textOf(answered) }
    return { ...sent, kind: 'answered', httpStatus, retryAfterSeconds, answer }
  } catch (error) {
    return { ...sent, kind: kindOf(error) }
  }
}

/** Keeps the headers that say what the body is, or what to do next. */
function shownHeaders(headers: StartOfAnswer['headers']): Record<string, string> {
  const found = SHOWN_HEADERS.map((name) => [name, headers[name]] as const)
  return Object.fromEntries(
    found.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, HEADER_LENGTH)]] : [],
    ),
  )
}

/** The text without NUL, which no database takes, and without half a character at its end. */
function textOf({
  bytes,
  isCut,
}: Pick<StartOfAnswer, 'bytes' | 'isCut'>): Pick<WebhookAnswer, 'text' | 'isCut'> {
  const text = new TextDecoder().decode(bytes, { stream: isCut })
  return { text: text.replaceAll('\0', '\ufffd'), isCut }
}

/** The address without query, and without parts of the path that may be keys. */
export function shownUrl(address: string): string {
  const { origin, pathname } = new URL(address)
  const parts = pathname
    .split('/')
    .map((part) => (part.length < SECRET_LENGTH ? part : `${part.slice(0, SHOWN_LENGTH)}…`))
  return `${origin}${parts.join('/')}`
}

function kindOf(error: unknown): Exclude<Attempt['kind'], 'answered' | 'invalid'> {
  if (error instanceof PrivateTargetError) return 'private'
  if (error instanceof OutgoingTimeout) return 'timeout'
  if (error instanceof OutgoingError) return 'unreachable'
  throw error
}
