/**
 * What becomes of a record: the next one, or `undefined` to leave it as it is. It has no effects of
 * its own, since it may be asked again with a newer record; what it throws reaches the caller and
 * leaves the record as it is.
 */
export type Change<Record> = (present: Record) => Record | undefined

/**
 * Records with an owner. Every method takes the owner first, so that another user's record is
 * simply not found. A promise resolves when the change is durable. Changes of one record, whoever
 * makes them, take effect one after the other: nobody outside needs to keep them apart.
 */
export type OwnedStore<Record extends { readonly id: string }> = {
  find(userId: string, id: string): Promise<Record | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly Record[]>
  /** Adds a record. Returns false, and changes nothing, where the id is taken. */
  create(userId: string, record: Record): Promise<boolean>
  /** Puts a record in the place of whatever is there. */
  save(userId: string, record: Record): Promise<void>
  /**
   * Puts what `change` makes of a record in its place; nothing else happens to the record in
   * between. Never makes one that is not there.
   * @returns the record as it now stands; `undefined` where there is none
   */
  update(userId: string, id: string, change: Change<Record>): Promise<Record | undefined>
  /**
   * Removes a record; where `isMeant` is given, only one that it says yes to.
   * @returns the record as it was; `undefined` where none was removed
   */
  remove(
    userId: string,
    id: string,
    isMeant?: (present: Record) => boolean,
  ): Promise<Record | undefined>
  /** Records of all owners, for work at the start of the daemon. */
  listAll(): Promise<readonly { readonly userId: string; readonly record: Record }[]>
}
