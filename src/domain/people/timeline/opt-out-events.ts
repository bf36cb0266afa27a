import type { OptOut } from '../../../contract/optouts/opt-out.ts'
import { type TimelineEventOf, TimelineKind } from '../../../contract/people/timeline.ts'
import type { PastOptOut } from '../person-cards.ts'

type OptOutEvent = TimelineEventOf<typeof TimelineKind.optOut>

/** That a person left campaigns, and came back to them. */
export async function optOutEvents({
  present,
  past,
  campaignOf,
}: {
  readonly present: OptOut | undefined
  readonly past: readonly PastOptOut[]
  readonly campaignOf: (id: string | null) => Promise<OptOutEvent['campaign']>
}): Promise<readonly OptOutEvent[]> {
  const leaving = [
    ...(present ? [{ ...present, leftAt: present.createdAt }] : []),
    // Brought back just now, it may stand in both.
    ...past.filter(({ leftAt }) => leftAt !== present?.createdAt),
  ]
  const left = leaving.map(async ({ leftAt, source, reason, campaignId }) => ({
    ...{ id: `saida ${leftAt}`, at: leftAt, kind: TimelineKind.optOut, hasLeft: true },
    ...{ source, reason, campaign: await campaignOf(campaignId) },
  }))
  const came = past.map(({ returnedAt, returnedBy }) => ({
    ...{ id: `volta ${returnedAt}`, at: returnedAt, kind: TimelineKind.optOut, hasLeft: false },
    ...{ source: returnedBy, reason: '', campaign: null },
  }))
  return [...(await Promise.all(left)), ...came]
}
