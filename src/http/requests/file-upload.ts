import { api } from '../../contract/api/calls.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { type AttachmentKind, attachmentLimitBytes } from '../../contract/uploads/attachment.ts'
import { FIRST_BYTES, type Suspect, suspectOf } from '../../domain/uploads/file-type.ts'
import type { Call, Reply } from '../bind.ts'
import type { Services } from '../services.ts'
import { attachmentTypeOf } from './attachment.ts'
import { readForm } from './form.ts'
import { withTemporaryFile } from './temporary-file.ts'

type UploadFile = typeof api.uploadFile

const tooLarge: Readonly<Record<AttachmentKind, ErrorCode>> = {
  imagem: 'image_too_large',
  video: 'video_too_large',
  audio: 'audio_too_large',
  documento: 'document_too_large',
}

/**
 * Takes a file for a campaign onto the disk as it comes. It is refused with its first bytes where
 * its kind is unknown, and as soon as it is larger than its kind may be.
 */
export async function receiveFile(
  { uploads, settings }: Pick<Services, 'uploads' | 'settings'>,
  { c, caller, once }: Pick<Call<UploadFile>, 'c' | 'caller' | 'once'>,
): Promise<Reply<UploadFile>> {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const guard = createGuard()
    let fileName = ''
    await readForm(api.uploadFile, {
      c,
      tooLarge: 'document_too_large',
      onName: (name) => {
        fileName = name
      },
      onBytes: async (bytes) => {
        guard.look(bytes)
        await file.append(bytes)
      },
    })
    const identity = async () => `${fileName} ${await file.digest()}`
    return once(identity, async () => {
      const size = await file.size()
      const mimeType = await attachmentTypeOf({ size, readAt: file.readAt })
      const body = await uploads.saveFile(caller.user.id, {
        ...{ size, mimeType, fileName, content: () => file.read() },
      })
      return { status: 201, body }
    })
  })
}

/** Watches a file as it comes. */
function createGuard() {
  let start = new Uint8Array(0)
  let suspect: Suspect | undefined
  let size = 0
  return { look }

  /** @throws AppError `attachment_type`, `attachment_old_office`, `*_too_large` */
  function look(bytes: Uint8Array): void {
    size += bytes.length
    if (!suspect) {
      start = Buffer.concat([start, bytes.subarray(0, FIRST_BYTES - start.length)])
      if (start.length === FIRST_BYTES) suspect = suspectOf(start)
    }
    if (!suspect || size <= attachmentLimitBytes[suspect.kind]) return
    throw new AppError(tooLarge[suspect.kind], `more than ${size - bytes.length} bytes`)
  }
}
