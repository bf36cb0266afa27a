import type { AttachmentKind } from '../../contract/uploads/attachment.ts'
import type { MediaFile } from '../message-content.ts'
import { kindOfType } from './file-type.ts'
import type { UploadPart } from './upload-pieces.ts'

/** A file that a user uploaded, kept byte for byte under an unguessable name. */
export type StoredUpload = {
  /** Whose it is. */
  readonly userId: string
  readonly name: string
  readonly mimeType: string
  readonly bytes: number
  readonly createdAt: string
  /** The name it came with, as recipients may see it; pictures and messages' media have none. */
  readonly fileName?: string
}

/** Reads bytes of an upload: fewer at its end, null where it is gone. */
export type ReadUpload = (
  userId: string,
  name: string,
  part: UploadPart,
) => Promise<Uint8Array | null>

/** A file on its way into the store. */
export type NewUpload = Pick<StoredUpload, 'mimeType' | 'fileName'> & {
  readonly extension: string
  readonly size: number
  /** Its bytes, from the beginning. */
  readonly content: () => AsyncIterable<Uint8Array>
}

/**
 * Keeps uploads. What would go beyond a user's share, whoever brings it at the same time, is
 * refused with `upload_quota`, and nothing is kept of it.
 */
export type UploadStore = {
  save(
    userId: string,
    file: { readonly bytes: Uint8Array; readonly extension: string; readonly mimeType: string },
  ): Promise<StoredUpload>
  /** Saves a file without holding it in memory. */
  saveFile(userId: string, file: NewUpload): Promise<StoredUpload>
  /** Finds only the owner's uploads. */
  find(userId: string, name: string): Promise<StoredUpload | undefined>
  /** Finds any upload, for serving: who knows the name may see it. */
  findByName(name: string): Promise<StoredUpload | undefined>
  readonly read: ReadUpload
  /** Newest first. */
  list(userId: string): Promise<readonly StoredUpload[]>
  remove(userId: string, name: string): Promise<boolean>
}

const shownAs = {
  imagem: 'image',
  video: 'video',
  audio: 'audio',
  documento: 'document',
} as const satisfies Record<AttachmentKind, MediaFile['kind']>

/**
 * The file as an ordinary message of its kind.
 * @param fileName what recipients of a document see
 */
export function toMediaFile(
  { userId, name, mimeType, bytes }: StoredUpload,
  fileName: string | null = null,
): MediaFile {
  const kind = shownAs[kindOfType(mimeType)]
  const source = { userId, name }
  return { source, mimeType, kind, bytes, fileName: kind === 'document' ? fileName : null }
}
