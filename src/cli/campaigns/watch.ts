import { setTimeout as sleep } from 'node:timers/promises'
import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus, isOver } from '../../contract/campaigns/campaign-status.ts'
import { finishWithin } from '../../contract/campaigns/send-hours.ts'
import { formatCount, formatQuantity } from '../../contract/display.ts'
import type { Client } from '../client.ts'
import { listenForEvents } from '../live.ts'
import type { Context } from '../run.ts'
import { formatDuration, formatTime } from '../terminal/format.ts'
import { CommandError, ExitCode } from '../terminal/outcome.ts'
import { startProgress } from '../terminal/progress.ts'
import { describeWait } from './campaign-record.ts'

/** Events come by the dozen while a campaign runs; the bar moves often enough at this pace. */
const MIN_READ_INTERVAL_MS = 250
/** A server that restarts goes on with its campaigns by itself, so a watch outlives it. */
const ABSENCE_LIMIT_MS = 60_000
/** Messages after which their pace says more than the campaign's interval. */
const PACE_SAMPLE = 10

/** Shows a campaign's progress until it ends, and returns it as it ended. */
export async function watchCampaign(
  context: Context,
  client: Client,
  {
    campaign,
    hasLines = true,
    onRead = () => undefined,
  }: {
    readonly campaign: Campaign
    /** Whether progress is written line by line where there is no terminal. */
    readonly hasLines?: boolean
    readonly onRead?: (campaign: Campaign) => void
  },
): Promise<Campaign> {
  const { id } = campaign
  const events = listenForEvents(
    client,
    context.signal,
    (event) =>
      (event.type === 'campaign' && event.id === id) ||
      (event.type === 'send' && event.campaignId === id),
  )
  const progress = await startProgress(context.terminal, { hasLines })
  const timeLeft = estimateTimeLeft(campaign, Date.now)
  try {
    let current = campaign
    for (;;) {
      show(current, describeProgress(current, timeLeft(current)), stageOf(current))
      if (isOver(current) || current.status === CampaignStatus.draft) return current
      await events.next()
      await sleep(MIN_READ_INTERVAL_MS, undefined, { signal: context.signal })
      const onAway = () => show(current, 'servidor fora do ar, tentando…', 'away')
      current = await readPatiently(client, id, { signal: context.signal, onAway })
      onRead(current)
    }
  } finally {
    events.stop()
    progress.stop()
  }

  function show(shown: Campaign, note: string, stage: string): void {
    const value = shown.sentCount + shown.errorCount
    progress.update({ value, total: shown.recipientCount, note, stage })
  }
}

/** The stage of a campaign; each new one gets a line of its own. */
function stageOf({ status, wait }: Campaign): string {
  return `${status} ${wait?.reason ?? ''} ${wait?.until ?? ''}`
}

async function readPatiently(
  client: Client,
  id: string,
  { signal, onAway }: { readonly signal: AbortSignal; readonly onAway: () => void },
): Promise<Campaign> {
  const giveUpAtMs = performance.now() + ABSENCE_LIMIT_MS
  for (;;) {
    try {
      return await client.call(campaignApi.getCampaign, { params: { id } })
    } catch (error) {
      const isAway = error instanceof CommandError && error.exitCode === ExitCode.unreachable
      if (!isAway || performance.now() > giveUpAtMs) throw error
      onAway()
      await sleep(1_000, undefined, { signal })
    }
  }
}

function describeProgress(campaign: Campaign, secondsLeft: number | undefined): string {
  const { status, scheduledAt, wait, sentCount, errorCount, recipientCount } = campaign
  const isWaitingToStart =
    status === CampaignStatus.scheduled || status === CampaignStatus.immediate
  if (isWaitingToStart && recipientCount === 0) {
    const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.now()
    return isLater ? `agendada para ${formatTime(scheduledAt)}` : 'começando'
  }
  const parts = [
    `${formatCount(sentCount)}/${formatCount(recipientCount)} enviadas`,
    formatQuantity(errorCount, 'erro', 'erros'),
  ]
  if (isOver(campaign)) return [...parts, status].join(' · ')
  if (status === CampaignStatus.paused) return [...parts, 'pausada'].join(' · ')
  if (wait) return [...parts, describeWait(wait)].join(' · ')
  if (secondsLeft === undefined) return parts.join(' · ')
  return [...parts, `faltam ${formatDuration(secondsLeft)}`].join(' · ')
}

/** Seconds to the end: by the pace seen since the watch began, before that by the interval. */
function estimateTimeLeft(first: Campaign, now: () => number) {
  const startedAt = now()
  const doneBefore = first.sentCount + first.errorCount
  return (campaign: Campaign): number | undefined => {
    const done = campaign.sentCount + campaign.errorCount
    const left = campaign.recipientCount - done
    const seen = done - doneBefore
    if (seen >= PACE_SAMPLE) return ((now() - startedAt) / 1000 / seen) * left
    const { intervalSeconds, maxIntervalSeconds } = campaign
    const mean = (intervalSeconds + (maxIntervalSeconds ?? intervalSeconds)) / 2
    if (mean === 0) return undefined
    const endMs = finishWithin(campaign, now(), mean * left * 1_000)
    return endMs === null ? undefined : (endMs - now()) / 1_000
  }
}
