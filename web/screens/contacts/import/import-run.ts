import type { ContactList, InvalidContact } from '#contract/contacts/contact-list.ts'

/** Types that both ways of importing share. */

export type ImportTarget =
  | { readonly name: string }
  | { readonly listId: string; readonly name: string; readonly total: number }

export type ImportProgress =
  | { readonly kind: 'contacts'; readonly sent: number; readonly total: number }
  /** The share of a file that has left. */
  | { readonly kind: 'file'; readonly share: number }

/** The result for the rows of a file. */
export type Imported = {
  readonly id: string
  readonly name: string
  readonly total: number
  readonly added: number
  readonly duplicates: number
  readonly invalidCount: number
  /** The first of them. */
  readonly invalid: readonly InvalidContact[]
}

export type ImportRun = {
  /** Begins, or goes on behind a failure or a stop. */
  readonly proceed: (options: {
    readonly signal: AbortSignal
    readonly onProgress: (progress: ImportProgress) => void
  }) => Promise<Imported>
  readonly progress: () => ImportProgress
  /** The list as far as it has come; null while there is none. */
  readonly saved: () => { readonly id: string; readonly added: number } | null
}

/** Newest lists among which the lost one is looked for; others may have been created since. */
const NEWEST_LOOKED_AT = 50

/** Finds the list that a call made whose answer was lost, so that another try makes no second one. */
export function createLostListFinder(
  newestLists: (limit: number) => Promise<readonly ContactList[]>,
) {
  /** The newest list before that call; undefined until it was asked. */
  let newestBefore: string | null | undefined
  return { prepare, find }

  /** To be called before the list is made. */
  async function prepare(): Promise<void> {
    if (newestBefore !== undefined) return
    newestBefore = (await newestLists(1))[0]?.id ?? null
  }

  async function find(name: string): Promise<string | null> {
    const newest = await newestLists(NEWEST_LOOKED_AT)
    const end = newest.findIndex(({ id }) => id === newestBefore)
    const made = end < 0 ? newest : newest.slice(0, end)
    return made.find((list) => list.name === name)?.id ?? null
  }
}
