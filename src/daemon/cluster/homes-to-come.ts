import type { Homes } from '../../domain/cluster/homes.ts'
import type { ResidentEngine } from './account-engines.ts'

type Begun = Homes<ResidentEngine>

/**
 * Stands in for the homes of a node until its servers listen: the homes publish its address to the
 * other nodes. Calls that come before wait.
 */
export function createHomesToCome() {
  let homes: Begun | undefined
  let resolveBegun: (begun: Begun) => void = () => undefined
  const begun = new Promise<Begun>((resolve) => {
    resolveBegun = resolve
  })
  return {
    begin: (created: Begun): void => {
      homes = created
      resolveBegun(created)
    },
    find: async (userId: string) => (await begun).find(userId),
    forget: (userId: string) => homes?.forget(userId),
    fenceOf: (userId: string | undefined) =>
      userId === undefined ? undefined : homes?.fenceOf(userId),
    engines: () => homes?.engines().map(({ engine }) => engine) ?? [],
    nodes: () => homes?.nodes() ?? [],
    nodeCount: () => homes?.nodes().length ?? 0,
    /** How often accounts moved, by the causes that the metrics name. */
    moves: (): Readonly<Record<string, number>> => {
      if (!homes) return {}
      const { taken, givenBack, lost, failed } = homes.moves()
      return { taken, given_back: givenBack, lost, failed }
    },
    stop: async () => homes?.stop(),
  }
}
