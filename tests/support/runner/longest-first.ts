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
  '/tests/browser/steady.',
  '/tests/e2e/webhooks.',
  '/tests/browser/lists/contacts.',
  '/tests/e2e/replies.',
  // They wait more than they work: beside them others have both cores.
  '/tests/e2e/',
  '/tests/browser/',
  '/tests/simulation/',
  '/tests/fuzz/',
  '/tests/cli/',
  '/tests/whatsapp/',
  '/tests/simulator/',
]

/** Processes of their own: between others each change from these to those would begin new ones. */
const last = '/tests/web/'

/**
 * Starts the slow files first: one that begins last is waited for by an idle core. A class, since
 * Vitest takes nothing else.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes(last)) return slow.length + 1
      const place = slow.findIndex((part) => moduleId.includes(part))
      return place === -1 ? slow.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
