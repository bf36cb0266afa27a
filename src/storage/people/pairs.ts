import { bucketOf } from './bucket-set.ts'

type Pair = readonly [number, number]

/** Pairs by the file that they belong to. */
export function createShares() {
  const shares = new Map<number, number[]>()
  let count = 0

  return {
    count: () => count,
    all: () => shares,
    put: (name: number, pair: Pair) => {
      const bucket = bucketOf(name)
      const share = shares.get(bucket) ?? []
      shares.set(bucket, share)
      share.push(...pair)
      count += 1
    },
  }
}

/** Calls `take` with each pair of a line. */
export function eachPair(numbers: readonly number[], take: (...pair: Pair) => void): void {
  for (let place = 0; place + 1 < numbers.length; place += 2) {
    take(numbers[place] ?? 0, numbers[place + 1] ?? 0)
  }
}
