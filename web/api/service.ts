import type { AnswerOf } from '#contract/api/call.ts'
import { serviceApi } from '#contract/api/service-api.ts'
import { basePath } from '../page-facts.ts'
import { call } from './calls/client.ts'
import { upload } from './calls/upload.ts'

/** Stores an image; it belongs to the user. */
export async function uploadImage(
  file: File,
  options?: { readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal },
): Promise<AnswerOf<typeof serviceApi.uploadImage>> {
  const form = new FormData()
  form.set('image', file)
  return await upload(serviceApi.uploadImage, form, options)
}

/**
 * Where this page may load an uploaded image from: the address that the server gives is meant for
 * everybody and may name another host than the one this page came from.
 */
export function imageSource(imageUrl: string): string {
  const name = /\/uploads\/([^/?#]+)$/.exec(imageUrl)?.[1]
  return name === undefined ? imageUrl : `${basePath}/uploads/${name}`
}

/** In simulator mode: the phone reads this device's QR code. */
export async function scanWithSimulator(deviceId: string, phone?: string): Promise<void> {
  await call(serviceApi.simulatorScan, {
    body: { deviceId, ...(phone === undefined ? {} : { phone }) },
  })
}
