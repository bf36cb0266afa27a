import type { MediaFile } from '../messenger.ts'

/** An image a user has sent, kept byte for byte under a name nobody can guess. */
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
  /** Only the owner's own. */
  find(userId: string, name: string): Promise<StoredImage | undefined>
  /** For serving: whoever knows the name may see the image. */
  findByName(name: string): Promise<StoredImage | undefined>
  list(userId: string): Promise<readonly StoredImage[]>
  remove(userId: string, name: string): Promise<boolean>
}

/** As it goes out where nothing else is said. */
export function toMediaFile({ path, mimeType }: StoredImage): MediaFile {
  return { path, mimeType, kind: 'image', fileName: null }
}
