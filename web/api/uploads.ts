import type { AnswerOf } from '#contract/api/call.ts'
import { uploadApi } from '#contract/api/upload-api.ts'
import { basePath } from '../page-facts.ts'
import { upload } from './calls/upload.ts'

export type UploadOptions = {
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Stores an image; it belongs to the user. */
export async function uploadImage(
  file: File,
  options?: UploadOptions,
): Promise<AnswerOf<typeof uploadApi.uploadImage>> {
  const form = new FormData()
  form.set('image', file)
  return await upload(uploadApi.uploadImage, form, options)
}

/** Stores a file for a message; the server judges its kind. */
export async function uploadFile(
  file: File,
  options?: UploadOptions,
): Promise<AnswerOf<typeof uploadApi.uploadFile>> {
  const form = new FormData()
  form.set('file', file)
  return await upload(uploadApi.uploadFile, form, options)
}

/**
 * Where this page may load an uploaded image from: the address that the server gives is meant for
 * everybody and may name another host than the one this page came from.
 */
export function imageSource(imageUrl: string): string {
  const name = /\/uploads\/([^/?#]+)$/.exec(imageUrl)?.[1]
  return name === undefined ? imageUrl : `${basePath}/uploads/${name}`
}
