import { type DeviceStanding, describeRestriction } from '#contract/devices/device-standing.ts'
import { formatCount } from '#contract/display.ts'
import { formatDateTime } from '../../format.ts'
import styles from './connections-screen.module.css'

type Restriction = NonNullable<DeviceStanding['restriction']>

/** What WhatsApp keeps this number from, and until when. */
export function RestrictionNote({ restriction }: { readonly restriction: Restriction }) {
  const { kind, until } = restriction
  return (
    <p className={styles.reason} role="status">
      {describeRestriction(kind)}{' '}
      {until === null ? 'O WhatsApp não disse até quando.' : `Vale até ${formatDateTime(until)}.`}{' '}
      Quem já conversa com este número continua recebendo.
    </p>
  )
}

/**
 * How many people were written to for the first time, where no limit has a bar for it, and how many
 * new chats WhatsApp allows.
 */
export function QuotaFacts({ standing }: { readonly standing: DeviceStanding }) {
  const { quota, firstMessageCount, limits } = standing
  return (
    <>
      {firstMessageCount > 0 && !limits && (
        <>
          <dt>Pessoas novas em 24 h</dt>
          <dd>{formatCount(firstMessageCount)}</dd>
        </>
      )}
      {quota && quota.total !== null && (
        <>
          <dt>Conversas novas no ciclo</dt>
          <dd>
            {formatCount(quota.used)} de {formatCount(quota.total)}
            {quota.cycleEndsAt && `, até ${formatDateTime(quota.cycleEndsAt)}`}
          </dd>
        </>
      )}
    </>
  )
}
