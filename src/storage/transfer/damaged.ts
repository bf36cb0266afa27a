import type { Damages } from '../damage/damages.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

/** Reports damage, and returns `undefined` for it: a move leaves damaged files behind. */
export async function unlessDamaged<Result>(
  damages: Pick<Damages, 'report'>,
  open: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    await damages.report(error.path, error.message)
    return undefined
  }
}
