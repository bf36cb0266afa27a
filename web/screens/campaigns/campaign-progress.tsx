import { Hourglass } from 'lucide-react'
import type { Campaign, Wait } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { formatCount, formatDateTime, formatDuration } from '../../format.ts'
import { waitWords } from '../../parts/wait-words.ts'
import { classNames } from '../../ui/class-names.ts'
import { ProgressBar } from '../../ui/display/progress.tsx'
import { useNow } from '../../ui/display/relative-time.tsx'
import styles from './campaign-progress.module.css'
import { doneCount, secondsLeft } from './time-left.ts'

const CLOCK_INTERVAL_MS = 1_000

/** The progress of a running campaign, its time left, and why it waits. */
export function CampaignProgress({
  campaign,
  sameDevice,
  look = 'card',
}: {
  readonly campaign: Campaign
  /** The running campaigns of its device: they alternate. */
  readonly sameDevice: readonly Campaign[]
  /** On its page there is room for the number to be large, and for when it ends. */
  readonly look?: 'card' | 'page'
}) {
  const now = useNow(CLOCK_INTERVAL_MS)
  const left = secondsLeft(campaign, sameDevice, now)
  const end = left !== null && left > 0 ? endWords(now + left * 1000) : null
  const { name, recipientCount, status, wait } = campaign
  return (
    <div className={classNames(styles.progress, look === 'page' && styles.page)} data-live>
      <ProgressBar
        label={`Andamento de ${name}`}
        value={doneCount(campaign)}
        max={recipientCount}
      />
      <p className={styles.line}>
        <SentOfAll campaign={campaign} />
        {left !== null && end !== null && (
          <span title={end}>faltam cerca de {formatDuration(left)}</span>
        )}
        {status === CampaignStatus.paused && <span>pausada</span>}
      </p>
      {look === 'page' && end !== null && <p className={styles.sent}>{end}.</p>}
      {wait && <WaitNote wait={wait} nowMs={now} />}
    </div>
  )
}

function endWords(endMs: number): string {
  return `Termina por volta de ${formatDateTime(new Date(endMs).toISOString())}`
}

/** `12 de 700 enviados` */
export function SentOfAll({ campaign }: { readonly campaign: Campaign }) {
  const { sentCount, recipientCount } = campaign
  return (
    <span className={styles.sent}>
      <strong>{formatCount(sentCount)}</strong> de {formatCount(recipientCount)} enviados
    </span>
  )
}

function WaitNote({ wait, nowMs }: { readonly wait: Wait; readonly nowMs: number }) {
  return (
    <p className={styles.wait}>
      <Hourglass size={14} aria-hidden />
      <span>{waitWords(wait, nowMs)}</span>
    </p>
  )
}
