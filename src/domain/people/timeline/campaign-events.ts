import { AppError } from '../../../contract/errors.ts'
import type { PersonSend } from '../../../contract/people/person.ts'
import { type TimelineEvent, TimelineKind } from '../../../contract/people/timeline.ts'
import { toIso } from '../../clock.ts'
import type { PersonPlace } from '../people.ts'
import {
  byPlace,
  isBehind,
  placeOf,
  type TimelinePlace,
  type TimelineSource,
} from './timeline-order.ts'

type Span = { readonly place: PersonPlace; readonly fromMs: number; readonly toMs: number }

/**
 * Yields what campaigns sent to a person. A campaign sends between its start and its end: a ledger
 * is opened only where that span reaches into what is asked for.
 */
export async function* campaignEvents({
  places,
  readSend,
  before,
  onUnread,
}: {
  readonly places: readonly PersonPlace[]
  readonly readSend: (place: PersonPlace) => Promise<PersonSend | undefined>
  readonly before: TimelinePlace | null
  /** A campaign's ledger is damaged; the others are shown. */
  readonly onUnread: (error: AppError) => void
}): TimelineSource {
  const left = places
    .map(spanOf)
    .filter(({ fromMs }) => before === null || fromMs <= before.atMs)
    .sort((a, b) => b.toMs - a.toMs)
  const found: TimelineEvent[] = []
  for (;;) {
    for (let next = left[0]; next; next = left[0]) {
      const newest = found[0]
      if (newest && placeOf(newest).atMs > next.toMs) break
      left.shift()
      const event = await eventOf(next)
      if (event && isBehind(placeOf(event), before)) found.push(event)
      found.sort(byPlace)
    }
    const event = found.shift()
    if (!event) return
    yield event
  }

  async function eventOf({ place, fromMs, toMs }: Span): Promise<TimelineEvent | undefined> {
    try {
      const send = await readSend(place)
      if (!send) return undefined
      const saidMs = send.sentAt === null ? fromMs : Date.parse(send.sentAt)
      // A send that was proved after the end counts at the end: campaigns are ordered by their
      // span.
      const at = toIso(Math.min(Math.max(saidMs, fromMs), toMs))
      return { id: `envio ${send.id}`, at, kind: TimelineKind.campaign, send }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onUnread(error)
      return undefined
    }
  }
}

function spanOf(place: PersonPlace): Span {
  const fromMs = Date.parse(place.createdAt)
  const endMs = place.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(place.endedAt)
  return { place, fromMs, toMs: Math.max(fromMs, endMs) }
}
