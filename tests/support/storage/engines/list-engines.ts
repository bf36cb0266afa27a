import type { Clock } from '../../../../src/domain/clock.ts'
import type { ContactLists } from '../../../../src/domain/contacts/contact-lists.ts'
import { openContactLists } from '../../../../src/storage/contacts/contact-lists.ts'
import { openContactListRows } from '../../../../src/storage-postgres/contacts/contact-lists.ts'
import { openTestDatabase } from '../postgres.ts'
import { createTestBins } from '../test-bins.ts'

export type OpenLists = (options: {
  readonly dir: string
  readonly clock: Clock
  readonly maxContacts: number
  readonly maxLists: number
}) => Promise<{ readonly lists: ContactLists; readonly close: () => Promise<unknown> }>

function fail(error: unknown): never {
  throw error
}

/** Every implementation of `ContactLists`, by what it is called in the titles of tests. */
export const listEngines: Readonly<
  Record<string, { readonly open: OpenLists; readonly hasManyWriters: boolean }>
> = {
  files: {
    hasManyWriters: false,
    open: async ({ clock, ...options }) => {
      const { keepRemoved, close } = createTestBins(clock)
      return { lists: await openContactLists({ ...options, keepRemoved }), close }
    },
  },
  PostgreSQL: {
    hasManyWriters: true,
    open: async ({ dir, ...options }) => {
      const db = await openTestDatabase(dir)
      const lists = openContactListRows({ ...options, db, onFault: fail })
      const close = async () => {
        await lists.close()
        await db.destroy()
      }
      return { lists, close }
    },
  },
}
