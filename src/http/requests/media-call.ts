import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { MEDIA_BODY_LIMIT_BYTES } from '../../contract/limits.ts'
import type { CallMedia } from '../../domain/gateways/evolution-media.ts'
import { check } from '../bind.ts'
import { readJson } from './body.ts'
import type { Env } from './client.ts'
import { nestFields } from './form-body.ts'
import { withTemporaryFile } from './temporary-file.ts'

/** A call that names a file in its body, or brings it along in a form. */
type MediaEndpoint<Form, Body extends Form> = {
  readonly body: z.ZodType<Body>
  /** The body's fields beside the file. */
  readonly form: z.ZodType<Form>
  readonly fileField: string
  /** Of a file in a form. */
  readonly limitBytes: number
}

export type MediaInput<Form> = {
  readonly body: Form
  readonly media: CallMedia
  readonly signal: AbortSignal
}

/**
 * Reads a call that sends a file: JSON or an encoded form that names it, or a multipart form that
 * holds it, which goes to the disk as it comes. A multipart form may name it too.
 * @throws AppError `invalid`, `media_too_large`, and those of a body that is none
 */
export async function receiveMedia<Form, Body extends Form, Reply>(
  endpoint: MediaEndpoint<Form, Body>,
  {
    c,
    once,
    tempDir,
    mediaOf,
  }: {
    readonly c: Context<Env>
    readonly once: (identity: () => Promise<string>, work: () => Promise<Reply>) => Promise<Reply>
    readonly tempDir: string
    /** What the body says of the file. */
    readonly mediaOf: (body: Body) => string
  },
  work: (input: MediaInput<Form>) => Promise<Reply>,
): Promise<Reply> {
  const { signal } = c.req.raw
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) {
    const limits = { limitBytes: MEDIA_BODY_LIMIT_BYTES, takesForms: true }
    const { value, identity } = await readJson(c, limits)
    const body = check(endpoint.body, value)
    return once(identity, () => work({ body, media: mediaOf(body), signal }))
  }
  const { readParts } = await import('./form.ts')
  return withTemporaryFile(tempDir, async (file) => {
    let fileName: string | null = null
    const { fields, fileSize } = await readParts(endpoint, {
      c,
      tooLarge: 'media_too_large',
      onName: (name) => {
        fileName = name
      },
      onBytes: async (bytes) => {
        await file.append(bytes)
      },
    })
    const value = nested(fields)
    const { read, readAt } = file
    if (fileSize === null) {
      const body = check(endpoint.body, value)
      const identity = async () => JSON.stringify(value)
      return once(identity, () => work({ body, media: mediaOf(body), signal }))
    }
    const body = check(endpoint.form, value)
    const media = { read, readAt, size: fileSize, mimeType: null, fileName }
    const identity = async () => `${JSON.stringify(value)} ${fileName} ${await file.digest()}`
    return once(identity, () => work({ body, media, signal }))
  })
}

function nested(fields: ReadonlyMap<string, string>): unknown {
  try {
    return nestFields(fields)
  } catch (cause) {
    throw new AppError('malformed_upload', 'fields too deep', { cause })
  }
}
