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
