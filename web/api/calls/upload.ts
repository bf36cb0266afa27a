import type { AnswerOf } from '#contract/api/call.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { IDEMPOTENCY_HEADER } from '#contract/api/idempotency-header.ts'
import { basePath } from '../../page-facts.ts'
import { getSession } from '../../session/session.ts'
import { watchAsker, whileThere } from './asker.ts'
import { CallError, offline } from './call-error.ts'
import { authorization, decode, leaveIfDenied, refusal } from './client.ts'
import { fileAnswer } from './file-answer.ts'
import { once } from './once.ts'

type UploadOptions = {
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/**
 * A multipart call. `onProgress` gets the share that was sent, 0 to 1: `fetch` cannot report it, so
 * this is the one place with XMLHttpRequest.
 * @throws CallError, or the signal's reason
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options?: UploadOptions,
): Promise<AnswerOf<E>>
export async function upload(
  endpoint: Endpoint,
  form: FormData,
  options: UploadOptions = {},
): Promise<unknown> {
  const hasLeft = watchAsker()
  const attempt = (key?: string) => whileThere(hasLeft, () => send(endpoint, form, options, key))
  if (!endpoint.isIdempotent) return await attempt()
  const content = JSON.stringify([getSession()?.user.id, endpoint.path, fieldsOf(form)])
  return await once(content, attempt)
}

/** A file is known by name, size and date, so that none of its content has to be read. */
function fieldsOf(form: FormData): unknown {
  return [...form].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  )
}

/**
 * The file that the server makes of one that is sent to it.
 * @throws CallError
 */
export async function fileMadeOf(endpoint: Endpoint, form: FormData): Promise<Blob> {
  const ask = async () => {
    const session = getSession()
    try {
      const response = await fetch(`${basePath}${endpoint.path}`, {
        ...{ method: 'POST', body: form, headers: authorization(), credentials: 'include' },
      })
      leaveIfDenied(response.status, session)
      if (!response.ok) throw refusal(response.status, parse(await response.text()))
      return response
    } catch (error) {
      throw error instanceof CallError ? error : offline(error)
    }
  }
  return (await fileAnswer(ask)).file
}

function send(
  endpoint: Endpoint,
  form: FormData,
  { onProgress, signal }: UploadOptions,
  onceKey?: string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const session = getSession()
    request.open(endpoint.methods[0].toUpperCase(), `${basePath}${endpoint.path}`)
    for (const [name, value] of Object.entries(authorization())) {
      request.setRequestHeader(name, value)
    }
    if (onceKey !== undefined) request.setRequestHeader(IDEMPOTENCY_HEADER, onceKey)
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
