import type { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_ATTEMPTS_KEPT } from '../../contract/limits.ts'
import type { OutboxEvent } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { openSegments, SegmentPlace } from '../files/segments.ts'
import { ChangeLine, EventLine } from './outbox-lines.ts'

/** Reads from an outbox's log what is not in memory, as far as it is still there. */
export function createOutboxReading(
  log: Pick<Awaited<ReturnType<typeof openSegments>>, 'read' | 'numbers'>,
) {
  return { eventAt, attemptsAt }

  async function eventAt(place: SegmentPlace): Promise<OutboxEvent | undefined> {
    return isHere(place) ? EventLine.safeParse(await log.read(place)).data : undefined
  }

  async function attemptsAt(places: readonly SegmentPlace[]): Promise<readonly DeliveryAttempt[]> {
    const lines = await Promise.all(places.filter(isHere).map((place) => log.read(place)))
    return lines
      .flatMap((line) => ChangeLine.safeParse(line).data?.attempts ?? [])
      .slice(-WEBHOOK_ATTEMPTS_KEPT)
  }

  function isHere({ segment }: SegmentPlace): boolean {
    return segment >= (log.numbers()[0] ?? 0)
  }
}
