import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose files take longest, the longest before the others. */
const slow = ['/tests/e2e/', '/tests/browser/']

/**
 * Starts the slow files first: one that begins last is waited for by an idle core. A class, since
 * Vitest takes nothing else.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((folder) => moduleId.includes(folder))
      return place === -1 ? slow.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
