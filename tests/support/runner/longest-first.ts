import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, the longest first; of it some work all the time, and some mostly wait.
 */
const slow = [
  '/tests/simulation/simulation.',
  '/tests/e2e/cluster/chaos.',
  '/tests/e2e/hostile.',
  '/tests/e2e/crash.',
  '/tests/browser/every-screen.',
  '/tests/e2e/faults.',
  '/tests/browser/every-dialog.',
  '/tests/e2e/own-phone.',
  '/tests/browser/instances.',
  '/tests/e2e/webhooks.',
  '/tests/browser/lists/contacts.',
  '/tests/e2e/replies.',
  '/tests/browser/',
  '/tests/e2e/',
  '/tests/simulation/',
  '/tests/fuzz/',
  '/tests/cli/',
  '/tests/whatsapp/',
  '/tests/simulator/',
]

/**
 * Starts the slow files first: one that begins last is waited for by an idle core. A class, since
 * Vitest takes nothing else.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((part) => moduleId.includes(part))
      return place === -1 ? slow.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
