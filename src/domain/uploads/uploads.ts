import {
  type AttachmentJson,
  type AttachmentType,
  attachmentTypes,
  shownFileName,
} from '../../contract/uploads/attachment.ts'
import type { MediaFile } from '../message-content.ts'
import { uploadPieces } from './upload-pieces.ts'
import { type NewUpload, type StoredUpload, toMediaFile, type UploadStore } from './upload-store.ts'

export type Uploads = ReturnType<typeof createUploads>

export type ImageType = Extract<AttachmentType, `image/${string}`>

const UPLOADS_PATH = '/uploads/'
/** Media of single messages end in `.bin`: they are not served. */
const endings = Object.values(attachmentTypes).map(({ extension }) => extension)
const uploadPattern = new RegExp(`^[A-Za-z0-9_-]{1,100}\\.(?:${endings.join('|')})$`)

/** Files that users uploaded, and the URLs they are served under. */
export function createUploads({
  store,
  publicUrl,
}: {
  readonly store: UploadStore
  /** Read each time: the port is known only once the server listens. */
  readonly publicUrl: () => string
}) {
  return {
    ...{ save, saveFile, list: store.list, read: store.read },
    ...{ findByUrl, findByName, findMedia, piecesOf, urlOf },
  }

  async function save(
    userId: string,
    image: { readonly bytes: Uint8Array; readonly mimeType: ImageType },
  ): Promise<{ readonly imageUrl: string }> {
    const { name } = await store.save(userId, {
      ...image,
      extension: attachmentTypes[image.mimeType].extension,
    })
    return { imageUrl: urlOf(name) }
  }

  /** Saves a file of a type that was found in its content. */
  async function saveFile(
    userId: string,
    {
      mimeType,
      fileName,
      ...file
    }: Pick<NewUpload, 'size' | 'content'> & {
      readonly mimeType: AttachmentType
      readonly fileName: string
    },
  ): Promise<AttachmentJson> {
    const { kind, extension } = attachmentTypes[mimeType]
    const shownName = shownFileName(fileName, mimeType)
    const { name, bytes } = await store.saveFile(userId, {
      ...{ ...file, mimeType, extension, fileName: shownName },
    })
    return { url: urlOf(name), nome: shownName, tipo: kind, mimetype: mimeType, bytes }
  }

  function urlOf(name: string): string {
    return `${publicUrl()}${UPLOADS_PATH}${name}`
  }

  /** Finds the user's own upload by its URL; any other URL finds none. */
  async function findByUrl(userId: string, url: string): Promise<StoredUpload | undefined> {
    const name = uploadName(url, publicUrl())
    return name === undefined ? undefined : store.find(userId, name)
  }

  /** Finds any upload, for serving: who knows the name may see it. */
  async function findByName(name: string): Promise<StoredUpload | undefined> {
    return uploadPattern.test(name) ? store.findByName(name) : undefined
  }

  /** The bytes of an upload. @throws AppError `not_found` where it is gone */
  function piecesOf({ userId, name, bytes }: StoredUpload): AsyncIterable<Uint8Array> {
    return uploadPieces(bytes, (part) => store.read(userId, name, part))
  }

  /**
   * The user's own upload as a message's medium; null where it was deleted.
   * @param fileName what recipients of a document see
   */
  async function findMedia(
    userId: string,
    name: string,
    fileName: string | null = null,
  ): Promise<MediaFile | null> {
    const upload = await store.find(userId, name)
    return upload ? toMediaFile(upload, fileName) : null
  }
}

/** Where an upload is served; `undefined` for one that is not. */
export function uploadPath(name: string): string | undefined {
  return uploadPattern.test(name) ? `${UPLOADS_PATH}${name}` : undefined
}

/** The name in an upload's URL or path; `undefined` for an address that is not one of ours. */
export function uploadName(url: string, publicUrl: string): string | undefined {
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
  if (!path.startsWith(UPLOADS_PATH)) return undefined
  const name = path.slice(UPLOADS_PATH.length)
  return uploadPattern.test(name) ? name : undefined
}
