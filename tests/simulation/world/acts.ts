import type { Machine } from '../machine/machine.ts'
import type { Random } from '../machine/random.ts'
import type { Timeline } from '../machine/timeline.ts'
import type { Model } from './model.ts'
import type { Program } from './program.ts'

/** What all acts need. */
export type ActNeeds = {
  readonly machine: Machine
  readonly program: Program
  readonly model: Model
  readonly random: Random
}

export function pauses(timeline: Timeline): (ms: number) => Promise<void> {
  return (ms) => new Promise((resolve) => timeline.after(ms, resolve))
}

export function pickFrom<Key, Value>(
  random: Random,
  map: ReadonlyMap<Key, Value>,
): { readonly key: Key; readonly value: Value } | undefined {
  if (map.size === 0) return undefined
  const [key, value] = random.pick([...map])
  return { key, value }
}
