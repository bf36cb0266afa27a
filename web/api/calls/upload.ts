import type { AnswerOf } from '#contract/api/call.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { basePath } from '../../page-facts.ts'
import { getSession } from '../../session/session.ts'
import { offline } from './call-error.ts'
import { authorization, decode, leaveIfDenied, refusal } from './client.ts'

/**
 * A multipart call. `onProgress` gets the share that was sent, 0 to 1: `fetch` cannot report it, so
 * this is the one place with XMLHttpRequest.
 * @throws CallError, or the signal's reason
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options?: {
    readonly onProgress?: (share: number) => void
    readonly signal?: AbortSignal
  },
): Promise<AnswerOf<E>>
export function upload(
  endpoint: Endpoint,
  form: FormData,
  {
    onProgress,
    signal,
  }: { readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const session = getSession()
    request.open(endpoint.methods[0].toUpperCase(), `${basePath}${endpoint.path}`)
    for (const [name, value] of Object.entries(authorization())) {
      request.setRequestHeader(name, value)
    }
    request.withCredentials = true
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      leaveIfDenied(request.status, session)
      try {
        resolve(settle(endpoint, request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(offline(new Error('upload failed')))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function settle(endpoint: Endpoint, { status, responseText }: XMLHttpRequest): unknown {
  const body = parse(responseText)
  if (status >= 400) throw refusal(status, body)
  return decode(endpoint, status, body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // No JSON: the answer is refused below as one that no server of ours gives.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
