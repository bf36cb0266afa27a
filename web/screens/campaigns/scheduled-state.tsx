import { CalendarClock, Flag, Timer, Users } from 'lucide-react'
import { heldCount } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { Device } from '#contract/devices/device.ts'
import { formatDateTime, formatQuantity } from '../../format.ts'
import { limitOf } from '../../parts/pace/new-people-limit.ts'
import { RelativeTime, useNow } from '../../ui/display/relative-time.tsx'
import type { Lists } from './campaign-facts.ts'
import { paceWords } from './pace-words.ts'
import { PlannedState } from './planned-state.tsx'
import { startWords } from './start-words.ts'
import { plannedEnd } from './time-left.ts'

const CLOCK_INTERVAL_MS = 30_000

/** How a campaign to come will go: to how many, how fast and at which hours, and until when. */
export function ScheduledState({
  campaign,
  scheduledAt,
  devices,
  lists,
  recipientCount,
}: {
  readonly campaign: Campaign
  readonly scheduledAt: string
  readonly devices: readonly Device[]
  readonly lists: Lists
  /** Who gets it, where that has been looked at. */
  readonly recipientCount?: number | undefined
}) {
  const now = useNow(CLOCK_INTERVAL_MS)
  const inLists = heldCount(campaign, lists)
  const held = recipientCount === undefined ? inLists : { total: recipientCount, isWhole: true }
  const startMs = Math.max(Date.parse(scheduledAt), now)
  const endMs = held && plannedEnd(campaign, held.total, startMs)
  const device = devices.find(({ deviceId }) => deviceId === campaign.deviceId)
  return (
    <PlannedState
      title="Como vai ser"
      icon={CalendarClock}
      when={
        <>
          {startWords(scheduledAt, now)} <RelativeTime iso={scheduledAt} />
        </>
      }
    >
      {held && (
        <li>
          <Users size={16} aria-hidden />
          {held.isWhole ? '' : 'Até '}
          {recipientCount === undefined
            ? `${formatQuantity(held.total, 'pessoa', 'pessoas')} na lista`
            : formatQuantity(held.total, 'pessoa recebe', 'pessoas recebem')}
        </li>
      )}
      <li>
        <Timer size={16} aria-hidden />
        {paceWords(campaign)}
      </li>
      {held && endMs !== null && (
        <li>
          <Flag size={16} aria-hidden />
          <span>
            Termina por volta de <b>{formatDateTime(new Date(endMs).toISOString())}</b>
            {limitOf(device, held.total) !== null ? ' ou depois' : !held.isWhole && ' ou antes'}
          </span>
        </li>
      )}
    </PlannedState>
  )
}
