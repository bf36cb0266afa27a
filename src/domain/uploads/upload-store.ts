import type { MediaFile } from '../messenger.ts'

/** An image that a user uploaded, kept byte for byte under an unguessable name. */
export type StoredImage = {
  readonly name: string
  /** Absolute path on this machine. */
  readonly path: string
  readonly mimeType: string
  readonly bytes: number
  readonly createdAt: string
}

export type UploadStore = {
  save(
    userId: string,
    image: { readonly bytes: Uint8Array; readonly extension: string; readonly mimeType: string },
  ): Promise<StoredImage>
  /** Finds only the owner's uploads. */
  find(userId: string, name: string): Promise<StoredImage | undefined>
  /** Finds any upload, for serving: who knows the name may see the image. */
  findByName(name: string): Promise<StoredImage | undefined>
  list(userId: string): Promise<readonly StoredImage[]>
  remove(userId: string, name: string): Promise<boolean>
}

/** The file as an ordinary image message. */
export function toMediaFile({ path, mimeType }: StoredImage): MediaFile {
  return { path, mimeType, kind: 'image', fileName: null }
}
