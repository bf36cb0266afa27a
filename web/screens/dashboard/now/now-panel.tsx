import { CalendarClock, Hourglass, Send, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus, isActive } from '#contract/campaigns/campaign-status.ts'
import { campaignPage, consoleRoutes } from '#contract/console-routes.ts'
import type { Device } from '#contract/devices/device.ts'
import { useDevices } from '../../../api/devices.ts'
import { formatCount, formatDateTime, formatQuantity, formatReason } from '../../../format.ts'
import { deviceName } from '../../../parts/device-name.ts'
import { waitWords } from '../../../parts/wait-words.ts'
import { isLost, namesOf, nextScheduled, waitingFor } from '../../../parts/waiting-campaigns.ts'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { troubleOf } from './now-facts.ts'
import styles from './now-panel.module.css'

/** More than these would push the numbers off the screen. */
const SHOWN_COUNT = 4

/** What runs, what waits and why, what comes next, and which devices need a hand. */
export function NowPanel({
  campaigns,
  waiting,
}: {
  readonly campaigns: readonly Campaign[]
  /** What stands here until the devices are known too. */
  readonly waiting: ReactNode
}) {
  const { data, error } = useDevices()
  if (!data && !error) return waiting
  const devices = data?.devices ?? []
  const active = campaigns.filter(isActive)
  const next = nextScheduled(campaigns)
  const troubled = devices.filter(
    (device) =>
      troubleOf(device) !== null &&
      // A device that its owner closed is no trouble, unless a campaign was to go out from it.
      (device.reasonCode !== 'closed_by_user' || waitingFor(device, campaigns).length > 0),
  )
  if (active.length === 0 && next.length === 0 && troubled.length === 0) return null
  return (
    <Card aria-label="Agora" className={styles.now}>
      {troubled.map((device) => (
        <Trouble key={device.deviceId} device={device} campaigns={campaigns} />
      ))}
      {active.length > 0 && (
        <ul className={styles.list} data-live>
          {active.slice(0, SHOWN_COUNT).map((campaign) => (
            <Active key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
      {active.length > SHOWN_COUNT && (
        <Link href={consoleRoutes.campaigns} className={styles.more}>
          e mais {formatQuantity(active.length - SHOWN_COUNT, 'campanha', 'campanhas')}
        </Link>
      )}
      {next.length > 0 && (
        <ul className={styles.list}>
          {next.slice(0, SHOWN_COUNT).map((campaign) => (
            <Scheduled key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Active({ campaign }: { readonly campaign: Campaign }) {
  const { id, name, status, wait, recipientCount, sentCount, errorCount, endReason } = campaign
  const isPaused = status === CampaignStatus.paused
  const Icon = wait || isPaused ? Hourglass : Send
  return (
    <li className={styles.item}>
      <Icon size={16} aria-hidden className={wait || isPaused ? styles.waiting : styles.going} />
      <div className={styles.words}>
        <p>
          <Link href={campaignPage(id)}>{name}</Link>
        </p>
        {wait ? (
          <p className={styles.why}>{waitWords(wait, Date.now())}</p>
        ) : (
          isPaused && <p className={styles.why}>{endReason ?? 'Pausada.'}</p>
        )}
      </div>
      <div className={styles.progress}>
        <span>
          <b>{formatCount(sentCount)}</b> de {formatCount(recipientCount)}
          {errorCount > 0 && ` · ${formatQuantity(errorCount, 'erro', 'erros')}`}
        </span>
        <ProgressBar
          label={`Andamento de ${name}`}
          value={sentCount + errorCount}
          max={recipientCount}
        />
      </div>
    </li>
  )
}

function Scheduled({ campaign: { id, name, scheduledAt } }: { readonly campaign: Campaign }) {
  return (
    <li className={styles.item}>
      <CalendarClock size={16} aria-hidden />
      <p className={styles.words}>
        <Link href={campaignPage(id)}>{name}</Link>
      </p>
      {scheduledAt && (
        <p className={styles.when} title={formatDateTime(scheduledAt)}>
          {formatDateTime(scheduledAt)} · <RelativeTime iso={scheduledAt} />
        </p>
      )}
    </li>
  )
}

/** A device that does not send, and which campaigns it keeps from going out. */
function Trouble({
  device,
  campaigns,
}: {
  readonly device: Device
  readonly campaigns: readonly Campaign[]
}) {
  const waiting = waitingFor(device, campaigns)
  return (
    <div className={styles.trouble} role="status">
      <Unplug size={16} aria-hidden />
      <div className={styles.words}>
        <p>
          <b>{deviceName(device)}</b>: {troubleOf(device)}
        </p>
        {isLost(device) && formatReason(device) && (
          <p className={styles.why}>{formatReason(device)}</p>
        )}
        {waiting.length > 0 && (
          <p className={styles.why}>
            {isLost(device) ? 'Sem ela não saem: ' : 'Vão mais devagar: '}
            {namesOf(waiting)}.
          </p>
        )}
      </div>
      <Link href={consoleRoutes.connections} className={styles.action}>
        Ver conexões
      </Link>
    </div>
  )
}
