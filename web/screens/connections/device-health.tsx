import type { ReactNode } from 'react'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import type { DeviceStanding } from '#contract/devices/device-standing.ts'
import { useCampaigns } from '../../api/campaigns/all-campaigns.ts'
import { formatCount, formatDateTime, formatQuantity } from '../../format.ts'
import { isLost, namesOf, waitingFor } from '../../parts/waiting-campaigns.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { ProgressBar } from '../../ui/display/progress.tsx'
import styles from './connections-screen.module.css'

/** Share of a limit from which it is worth a word. */
const NEAR_SHARE = 0.8

/** How a device stands with WhatsApp, in a word; null while it is not connected. */
export function healthWords({ status, standing }: Pick<Device, 'status' | 'standing'>) {
  const { restriction, quota, limits, firstMessageCount } = standing
  if (status !== DeviceStatus.connected) return null
  if (restriction) return 'Com restrição do WhatsApp'
  if (limits && firstMessageCount >= limits.today) return 'Limite de hoje atingido'
  if (quota?.total && quota.used >= quota.total * NEAR_SHARE) return 'Perto do limite do WhatsApp'
  return 'Sem restrições'
}

/** Whether it sends only once its owner does something, waits by itself, or is held back by WhatsApp. */
function urgencyOf(device: Device): number {
  if (isLost(device)) return 0
  if (device.status !== DeviceStatus.connected) return 1
  return device.standing.restriction ? 2 : 3
}

/** What needs a hand comes first; beyond that the order stays. */
export function byUrgency(devices: readonly Device[]): readonly Device[] {
  return [...devices].sort((a, b) => urgencyOf(a) - urgencyOf(b))
}

/** `2 conectadas · 1 precisa de você` */
export function summaryOf(devices: readonly Device[]): string {
  const connected = devices.filter(({ status }) => status === DeviceStatus.connected).length
  const lost = devices.filter(isLost).length
  const under = devices.length - connected - lost
  return [
    formatQuantity(connected, 'conectada', 'conectadas'),
    under > 0 && formatQuantity(under, 'conectando', 'conectando'),
    lost > 0 && formatQuantity(lost, 'precisa de você', 'precisam de você'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The people written to for the first time today, against what is allowed. */
export function NewPeopleMeter({
  name,
  standing: { limits, firstMessageCount },
}: {
  /** Name of the device. */
  readonly name: string
  readonly standing: DeviceStanding
}) {
  if (!limits) return null
  const left = Math.max(0, limits.today - firstMessageCount)
  return (
    <Meter
      label={`Pessoas novas de hoje em ${name}`}
      term="Pessoas novas em 24&nbsp;h"
      used={firstMessageCount}
      max={limits.today}
      aside={limits.isWarmingUp ? ' (em aquecimento)' : ''}
    >
      {left === 0
        ? 'Nenhuma pessoa nova até passarem as 24 horas.'
        : `${left === 1 ? 'Cabe' : 'Cabem'} mais ${formatQuantity(left, 'pessoa nova', 'pessoas novas')} nas próximas 24 horas.`}
    </Meter>
  )
}

/** The new chats of WhatsApp's own cycle, against what it allows. */
export function QuotaMeter({
  name,
  standing: { quota },
}: {
  /** Name of the device. */
  readonly name: string
  readonly standing: DeviceStanding
}) {
  if (!quota || quota.total === null || quota.total === 0) return null
  return (
    <Meter
      label={`Conversas novas que o WhatsApp permite a ${name}`}
      term="Conversas novas no ciclo"
      used={quota.used}
      max={quota.total}
    >
      {quota.cycleEndsAt && `O WhatsApp recomeça a contar em ${formatDateTime(quota.cycleEndsAt)}.`}
    </Meter>
  )
}

/** What is used up of a limit, in a bar. */
function Meter({
  label,
  term,
  used,
  max,
  aside = '',
  children,
}: {
  readonly label: string
  readonly term: string
  readonly used: number
  readonly max: number
  readonly aside?: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles.meter} data-live>
      <p className={styles.count}>
        <span>{term}</span>
        <span>
          {formatCount(used)} de {formatCount(max)}
          {aside}
        </span>
      </p>
      <ProgressBar label={label} value={Math.min(used, max)} max={max} />
      {children && <p className={styles.left}>{children}</p>}
    </div>
  )
}

/** What does not go out until its owner connects the device again. */
export function WaitingNote({ device }: { readonly device: Device }) {
  const { data: campaigns = [] } = useCampaigns()
  const waiting = waitingFor(device, campaigns)
  if (waiting.length === 0) return null
  return (
    <Notice tone="warn">
      Sem esta conexão não {waiting.length === 1 ? 'sai' : 'saem'}: {namesOf(waiting)}.
    </Notice>
  )
}
