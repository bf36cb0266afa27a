/**
 * Records with an owner. Every method takes the owner first, so that another user's record is
 * simply not found. A promise resolves when the change is durable.
 */
export type OwnedStore<Record extends { readonly id: string }> = {
  find(userId: string, id: string): Promise<Record | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly Record[]>
  save(userId: string, record: Record): Promise<void>
  /** Returns false where there was none. */
  remove(userId: string, id: string): Promise<boolean>
  /** Records of all owners, for work at the start of the daemon. */
  listAll(): Promise<readonly { readonly userId: string; readonly record: Record }[]>
}
