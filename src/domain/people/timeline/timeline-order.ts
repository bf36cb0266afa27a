import type { TimelineEvent } from '../../../contract/people/timeline.ts'

/** A place in a timeline, which is newest first; of one moment the greater id first. */
export type TimelinePlace = { readonly atMs: number; readonly id: string }

/** Marks where a source stops: all that it did not read happened before this moment. */
export type Rest = { readonly kind: 'rest'; readonly atMs: number }

/** One kind of events, in the order of the timeline; after a rest nothing comes. */
export type TimelineSource = AsyncGenerator<TimelineEvent | Rest, void>

export function placeOf(event: TimelineEvent | Rest): TimelinePlace {
  if (event.kind === 'rest') return { atMs: event.atMs, id: '' }
  return { atMs: Date.parse(event.at), id: event.id }
}

/** Whether something comes after a place; null: the beginning. */
export function isBehind(one: TimelinePlace, other: TimelinePlace | null): boolean {
  if (other === null) return true
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.id < other.id)
}

export function byPlace(a: TimelineEvent, b: TimelineEvent): number {
  return isBehind(placeOf(a), placeOf(b)) ? 1 : -1
}

/** Reads some events of all sources in one order. They may be fewer, with more behind them. */
export async function pageOf(
  sources: readonly TimelineSource[],
  limit: number,
): Promise<{ readonly events: TimelineEvent[]; readonly next: TimelinePlace | null }> {
  const heads = await Promise.all(sources.map((source) => headOf(source)))
  const events: TimelineEvent[] = []
  for (;;) {
    const [first, ...others] = heads.filter((head) => head !== null)
    if (!first) return { events, next: null }
    const newest = others.reduce(
      (best, head) => (isBehind(best.place, head.place) ? head : best),
      first,
    )
    const { found, place, source } = newest
    if (found.kind === 'rest') return { events, next: place }
    const last = events.at(-1)
    if (last && events.length >= limit) return { events, next: placeOf(last) }
    events.push(found)
    heads[heads.indexOf(newest)] = await headOf(source)
  }
}

async function headOf(source: TimelineSource) {
  const { value: found, done } = await source.next()
  return done ? null : { source, found, place: placeOf(found) }
}
