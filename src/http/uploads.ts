import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { api } from '../contract/api/calls.ts'
import { AppError } from '../contract/errors.ts'
import { kindOfType } from '../domain/uploads/file-type.ts'
import type { Uploads } from '../domain/uploads/uploads.ts'
import { streamBytes } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Env } from './requests/client.ts'
import { imageTypeOf } from './requests/image.ts'
import type { Services } from './services.ts'

/** Files for campaigns. A picture has a few megabytes at most, so that one fits into memory. */
export function uploadRoutes(services: Services): Binding[] {
  const { uploads } = services
  return [
    bind(api.uploadFile, async (call) => {
      const { receiveFile } = await import('./requests/file-upload.ts')
      return receiveFile(services, call)
    }),
    bind(api.uploadImage, async ({ c, caller, once }) => {
      const { readForm } = await import('./requests/form.ts')
      const pieces: Uint8Array[] = []
      await readForm(api.uploadImage, {
        c,
        tooLarge: 'image_too_large',
        onBytes: (bytes) => {
          pieces.push(bytes)
        },
      })
      const bytes = Buffer.concat(pieces)
      const identity = async () => createHash('sha256').update(bytes).digest('hex')
      return once(identity, async () => {
        const mimeType = await imageTypeOf(bytes)
        return { status: 201, body: await uploads.save(caller.user.id, { bytes, mimeType }) }
      })
    }),
  ]
}

/**
 * An upload, byte for byte. Its name is the permission to see it, and never stands for another
 * file, so that browsers may keep it for good. A document is stored rather than opened: only
 * pictures and sounds are shown in a page.
 */
export async function serveUpload(
  c: Context<Env>,
  {
    uploads,
    log,
  }: Pick<Services, 'log'> & { readonly uploads: Pick<Uploads, 'findByName' | 'piecesOf'> },
): Promise<Response> {
  const upload = await uploads.findByName(c.req.param('name') ?? '')
  if (!upload) throw new AppError('not_found', 'no such upload')
  const headers = {
    'content-type': upload.mimeType,
    'content-length': String(upload.bytes),
    'cache-control': 'public, max-age=31536000, immutable',
    // Even if a browser took the bytes for a page, nothing in it could run.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    ...(kindOfType(upload.mimeType) === 'documento' && { 'content-disposition': 'attachment' }),
  }
  return streamBytes(uploads.piecesOf(upload), {
    headers,
    onFault: (error) => log.error({ err: error }, 'upload cut off'),
  })
}
