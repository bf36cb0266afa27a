import type { Quotas } from '../../../../src/domain/quotas.ts'
import type { UploadStore } from '../../../../src/domain/uploads/upload-store.ts'
import { openUploads } from '../../../../src/storage/uploads.ts'
import { openUploadRows } from '../../../../src/storage-postgres/uploads.ts'
import { openTestDatabase } from '../postgres.ts'

export type OpenUploads = (options: {
  readonly dir: string
  readonly quotas: Pick<Quotas, 'uploads' | 'uploadBytes'>
  readonly now: () => number
}) => Promise<{ readonly store: UploadStore; readonly close: () => Promise<unknown> }>

/** Every implementation of `UploadStore`, by what it is called in the titles of tests. */
export const uploadEngines: Readonly<
  Record<string, { readonly open: OpenUploads; readonly hasManyWriters: boolean }>
> = {
  files: {
    hasManyWriters: false,
    open: async (options) => ({ store: await openUploads(options), close: async () => undefined }),
  },
  PostgreSQL: {
    hasManyWriters: true,
    open: async ({ dir, ...options }) => {
      const db = await openTestDatabase(dir)
      return { store: openUploadRows({ db, ...options }), close: () => db.destroy() }
    },
  },
}
