import { createQuota, type Quotas } from '../quotas.ts'
import type { UploadStore } from './upload-store.ts'

/** A store that refuses what goes beyond a user's share of the disk, whoever brings it. */
export function withUploadQuota(
  store: UploadStore,
  { uploads, uploadBytes }: Pick<Quotas, 'uploads' | 'uploadBytes'>,
): UploadStore {
  const count = createQuota({
    limit: uploads,
    code: 'upload_quota',
    used: async (userId) => (await store.list(userId)).length,
  })
  const space = createQuota({
    limit: uploadBytes,
    code: 'upload_quota',
    used: async (userId) =>
      (await store.list(userId)).reduce((total, { bytes }) => total + bytes, 0),
  })

  return {
    ...store,
    save: (userId, file) => admit(userId, file.bytes.length, () => store.save(userId, file)),
    saveFile: (userId, file) => admit(userId, file.size, () => store.saveFile(userId, file)),
  }

  function admit<Saved>(userId: string, size: number, save: () => Promise<Saved>): Promise<Saved> {
    return count.within(userId, () => space.within(userId, save, size))
  }
}
