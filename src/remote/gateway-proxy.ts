import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import { GatewayAnswer } from '../contract/gateways/gateway.ts'
import { GATEWAY_ANSWER_LIMIT_BYTES, GATEWAY_TIMEOUT_MS } from '../contract/limits.ts'
import type { GatewayCall, GatewayProxy } from '../domain/gateways/gateways.ts'
import { inVersion1 } from './gateway-v1.ts'
import { callOut, type OutgoingAnswer, OutgoingError, readJson } from './outgoing.ts'
import { PrivateTargetError, type Targets } from './targets.ts'

const BUSY_RETRY_SECONDS = 5
const MAX_REASON_LENGTH = 500

/** Calls users' gateways on behalf of pages, which cannot reach them. */
export function createGatewayProxy({
  targets,
  callOwn,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: {
  readonly targets: Targets
  /** Answers a call to `evolution` without leaving the process. */
  readonly callOwn: (request: Request) => Response | Promise<Response>
  readonly timeoutMs?: number
}): GatewayProxy {
  return {
    async call(gateway, request, signal) {
      const answer = await ask(gateway, request, signal)
      const older = gateway.isOwn ? null : inVersion1(request, answer.status)
      if (older === null) return judge(answer)
      const second = await ask(gateway, older, signal)
      // A gateway that refuses both versions explains more about the newer one.
      return judge(isGood(second) ? second : answer)
    },
  }

  async function ask(
    { url, apiKey, isOwn }: Parameters<GatewayProxy['call']>[0],
    request: GatewayCall,
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    const address = addressOf(url, request)
    if (isOwn) return readOwn(callOwn, { address, apiKey, request, signal })
    try {
      return await callOut({
        method: request.method,
        url: address,
        secretHeaders: { apikey: apiKey },
        body: request.body,
        timeoutMs,
        signal,
        limitBytes: GATEWAY_ANSWER_LIMIT_BYTES,
        targets,
      })
    } catch (error) {
      if (error instanceof PrivateTargetError) {
        throw new AppError('gateway_private', error.message, { cause: error })
      }
      if (!(error instanceof OutgoingError)) throw error
      throw new AppError('gateway_unavailable', error.message, { cause: error })
    }
  }
}

/** Builds the address with escaped names, and refuses names that would still lead elsewhere. */
function addressOf(url: string, { path, query = {} }: GatewayCall): string {
  for (const part of path) {
    if (part === '' || part.split(/[/\\]/).some((name) => name === '.' || name === '..')) {
      throw new AppError('gateway_instance_not_found', 'a name that is a path')
    }
  }
  const address = new URL(`${url}/${path.map((part) => encodeURIComponent(part)).join('/')}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value)
  }
  return address.href
}

async function readOwn(
  callOwn: (request: Request) => Response | Promise<Response>,
  {
    address,
    apiKey,
    request: { method, body },
    signal,
  }: { address: string; apiKey: string; request: GatewayCall; signal: AbortSignal },
): Promise<OutgoingAnswer> {
  const path = new URL(address)
  // The path as the daemon serves it, without the public address's base path.
  const inside = new URL(`http://localhost${path.pathname.replace(/^.*?\/gateway\//, '/gateway/')}`)
  inside.search = path.search
  const request = new Request(inside, {
    method,
    signal,
    headers: { apikey: apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await callOwn(request)
  return {
    status: response.status,
    json: readJson(await response.text()),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  }
}

/** Some failures come with status 200. */
const DisguisedFailure = z.object({ error: z.literal(true), message: z.unknown().optional() })

function isGood({ status }: OutgoingAnswer): boolean {
  return status >= 200 && status < 300
}

function judge(reply: OutgoingAnswer): GatewayAnswer {
  const { status, json, retryAfterSeconds } = reply
  const disguised = DisguisedFailure.safeParse(json)
  if (disguised.success) throw refusal(status, disguised.data.message)
  if (isGood(reply)) {
    const answer = GatewayAnswer.safeParse(json)
    if (answer.success) return answer.data
    throw new AppError('gateway_unavailable', 'an answer that is no gateway’s')
  }
  if (status === 401) throw new AppError('gateway_key_refused', 'the gateway answered 401')
  if (status === 404) throw new AppError('gateway_instance_not_found', reasonOf(json))
  if (status === 429) {
    throw new AppError('gateway_busy', 'the gateway answered 429', {
      retryAfterSeconds: retryAfterSeconds ?? BUSY_RETRY_SECONDS,
    })
  }
  if (status >= 400 && status < 500) throw refusal(status, json)
  if (status === 503 && wantsLicense(json)) {
    throw new AppError('gateway_license', 'the gateway has not been activated')
  }
  throw new AppError('gateway_unavailable', `the gateway answered ${status}: ${reasonOf(json)}`)
}

/** Whether a gateway refuses because its licence has not been activated, as newer ones do. */
function wantsLicense(json: unknown): boolean {
  return JSON.stringify(json ?? null).includes('LICENSE_REQUIRED')
}

function refusal(status: number, json: unknown): AppError {
  const message = reasonOf(json)
  return new AppError('gateway_refused', `the gateway answered ${status}: ${message}`, {
    ...(message !== '' && { details: [{ path: 'gateway', message }] }),
  })
}

const Reason = z.object({ message: z.unknown(), response: z.unknown() }).partial()

/**
 * Finds the reason of a failure, which gateways put into text, lists, lists of lists and objects.
 */
function reasonOf(json: unknown): string {
  return texts(json, 0).join(' ').slice(0, MAX_REASON_LENGTH)
}

const MAX_DEPTH = 4

function texts(json: unknown, depth: number): readonly string[] {
  if (typeof json === 'string') return json === '[object Object]' ? [] : [json]
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(json)) return json.flatMap((each) => texts(each, depth + 1))
  const parsed = Reason.safeParse(json)
  if (!parsed.success) return []
  const { message, response } = parsed.data
  const inner = texts(response, depth + 1)
  return inner.length > 0 ? inner : texts(message, depth + 1)
}
