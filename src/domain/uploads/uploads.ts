import type { MediaFile } from '../messenger.ts'
import { type StoredImage, toMediaFile, type UploadStore } from './upload-store.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Accepted image types, and the file extension of each. */
const imageTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const
export type ImageType = keyof typeof imageTypes

const UPLOADS_PATH = '/uploads/'
const imageName = /^[A-Za-z0-9_-]{1,100}\.(?:jpg|png|webp|gif)$/

/** Images that users uploaded, and the URLs they are served under. */
export function createUploads({
  store,
  publicUrl,
}: {
  readonly store: UploadStore
  /** Read each time: the port is known only once the server listens. */
  readonly publicUrl: () => string
}) {
  return { save, findByUrl, findByName, findMedia, urlOf }

  async function save(
    userId: string,
    image: { readonly bytes: Uint8Array; readonly mimeType: ImageType },
  ): Promise<{ readonly imageUrl: string }> {
    const { name } = await store.save(userId, { ...image, extension: imageTypes[image.mimeType] })
    return { imageUrl: urlOf(name) }
  }

  function urlOf(name: string): string {
    return `${publicUrl()}${UPLOADS_PATH}${name}`
  }

  /** Finds the user's own upload by its URL; any other URL finds none. */
  async function findByUrl(userId: string, imageUrl: string): Promise<StoredImage | undefined> {
    const name = uploadName(imageUrl, publicUrl())
    return name === undefined ? undefined : store.find(userId, name)
  }

  /** Finds any upload, for serving: who knows the name may see the image. */
  async function findByName(name: string): Promise<StoredImage | undefined> {
    return imageName.test(name) ? store.findByName(name) : undefined
  }

  /** The user's own upload as a message's medium; null where it was deleted. */
  async function findMedia(userId: string, name: string): Promise<MediaFile | null> {
    const image = await store.find(userId, name)
    return image ? toMediaFile(image) : null
  }
}

/** The name in an upload's URL or path; `undefined` for an address that is not one of ours. */
export function uploadName(imageUrl: string, publicUrl: string): string | undefined {
  const path = imageUrl.startsWith(`${publicUrl}/`) ? imageUrl.slice(publicUrl.length) : imageUrl
  if (!path.startsWith(UPLOADS_PATH)) return undefined
  const name = path.slice(UPLOADS_PATH.length)
  return imageName.test(name) ? name : undefined
}
