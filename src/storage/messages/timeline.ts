import { NOTE_TYPE } from '../../contract/messages/chat.ts'
import type { MessageFilter } from '../../domain/webhooks/message-query.ts'

/** The part of a message that it is found by. */
type Timed = {
  readonly sentAtSeconds: number
  /** Decides between two of one second. */
  readonly order: number
  readonly isFromMe: boolean
  readonly type: string
}

type Place = Pick<Timed, 'sentAtSeconds' | 'order'>

type Filter = Pick<
  MessageFilter,
  'isFromMe' | 'type' | 'fromSeconds' | 'toSeconds' | 'skip' | 'limit'
>

export type Timeline<Entry extends Timed> = ReturnType<typeof createTimeline<Entry>>

/**
 * Messages in the order in which they were sent. The cost of a page of all messages, or of those in
 * a period, does not depend on how many there are; a page of one kind costs as much as has to be
 * looked through until it is full.
 */
export function createTimeline<Entry extends Timed>() {
  const sorted: Entry[] = []
  /** Counts of messages by side and type. */
  const counts = new Map<string, number>()
  return { add, remove, newest, before, after, search }

  function add(entry: Entry): void {
    // Nearly all come in the order in which they were sent.
    const last = sorted.at(-1)
    if (!last || isBefore(last, entry)) sorted.push(entry)
    else sorted.splice(placeOf(entry), 0, entry)
    count(entry, 1)
  }

  function remove(entry: Entry): void {
    const place = placeOf(entry)
    if (sorted[place] !== entry) return
    sorted.splice(place, 1)
    count(entry, -1)
  }

  /** The newest, in ascending order. */
  function newest(limit: number): readonly Entry[] {
    return limit > 0 ? sorted.slice(-limit) : []
  }

  /** The last ones before a place of the order, in ascending order. */
  function before(place: Place, limit: number): readonly Entry[] {
    const end = placeOf(place)
    return sorted.slice(Math.max(0, end - limit), end)
  }

  /** The first ones from a place of the order on, in ascending order. */
  function after(place: Place, limit: number): readonly Entry[] {
    const start = placeOf(place)
    return sorted.slice(start, start + limit)
  }

  /** The matching messages, the newest first, and the count of all matches; notes never match. */
  function search(filter: Filter): { readonly total: number; readonly found: readonly Entry[] } {
    const { fromSeconds, toSeconds, skip, limit } = filter
    const from = fromSeconds === undefined ? 0 : placeOf({ sentAtSeconds: fromSeconds, order: 0 })
    const to =
      toSeconds === undefined ? sorted.length : placeOf({ sentAtSeconds: toSeconds + 1, order: 0 })
    const isWhole = from === 0 && to === sorted.length
    const fits = (type: string, isFromMe: boolean) =>
      type !== NOTE_TYPE &&
      (filter.type === undefined || type === filter.type) &&
      (filter.isFromMe === undefined || isFromMe === filter.isFromMe)
    if (countWhere(fits) === sorted.length) {
      const end = Math.max(from, to - skip)
      const found = sorted.slice(Math.max(from, end - limit), end).reverse()
      return { total: Math.max(0, to - from), found }
    }
    const found: Entry[] = []
    let total = 0
    for (let place = to - 1; place >= from; place -= 1) {
      const entry = sorted[place]
      if (!entry || !fits(entry.type, entry.isFromMe)) continue
      total += 1
      if (total > skip && found.length < limit) found.push(entry)
      if (isWhole && found.length === limit) break
    }
    return { total: isWhole ? countWhere(fits) : total, found }
  }

  function countWhere(fits: (type: string, isFromMe: boolean) => boolean): number {
    let sum = 0
    for (const [kind, number] of counts) {
      if (fits(kind.slice(1), kind.startsWith(OWN))) sum += number
    }
    return sum
  }

  function count({ type, isFromMe }: Entry, by: number): void {
    const kind = `${isFromMe ? OWN : THEIRS}${type}`
    const number = (counts.get(kind) ?? 0) + by
    if (number === 0) counts.delete(kind)
    else counts.set(kind, number)
  }

  /** Index of the first entry that does not come before this place. */
  function placeOf(entry: Place): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = sorted[middle]
      if (other && isBefore(other, entry)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const OWN = '>'
const THEIRS = '<'

function isBefore(a: Place, b: Place): boolean {
  return (
    a.sentAtSeconds < b.sentAtSeconds || (a.sentAtSeconds === b.sentAtSeconds && a.order < b.order)
  )
}
