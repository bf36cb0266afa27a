import type { AnswerOf } from '#contract/api/call.ts'
import { uploadApi } from '#contract/api/upload-api.ts'
import { messages } from '../messages.ts'
import { basePath } from '../page-facts.ts'
import { CallError, offline, strangeAnswer } from './calls/call-error.ts'
import { wholeFile } from './calls/file-answer.ts'
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
  return uploadPath(imageUrl) ?? imageUrl
}

/** The same of any upload; null where the address is none of this server's uploads. */
export function uploadPath(url: string): string | null {
  const name = /\/uploads\/([^/?#]+)$/.exec(url)?.[1]
  return name === undefined ? null : `${basePath}/uploads/${name}`
}

/**
 * An upload, whole.
 * @throws CallError `upload_gone` where it is kept no more
 */
export async function readUpload(path: string): Promise<Blob> {
  const response = await fetch(path).catch((error: unknown) => {
    throw offline(error)
  })
  const { status } = response
  if (status === 404)
    throw new CallError(messages.request.uploadGone, { status, code: 'upload_gone' })
  if (!response.ok) throw strangeAnswer(status, response.statusText)
  return await wholeFile(response)
}
