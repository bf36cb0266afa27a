import {
  type DeviceStanding,
  describeRestriction,
  RestrictionKind,
} from '#contract/devices/device-standing.ts'
import { formatCount } from '#contract/display.ts'
import { formatDateTime } from '../../format.ts'
import { Notice } from '../../ui/display/notice.tsx'

type Restriction = NonNullable<DeviceStanding['restriction']>

/** What WhatsApp keeps this number from, until when, and what can be done meanwhile. */
export function RestrictionNote({ restriction }: { readonly restriction: Restriction }) {
  const { kind, until } = restriction
  return (
    <div role="status">
      <Notice tone="warn" detail={nextStep(kind)}>
        {describeRestriction(kind)}{' '}
        {until === null ? 'O WhatsApp não disse até quando.' : `Vale até ${formatDateTime(until)}.`}{' '}
        Quem já conversa com este número continua recebendo.
      </Notice>
    </div>
  )
}

function nextStep(kind: string): string {
  return kind === RestrictionKind.newChatCap
    ? 'Para o próximo ciclo, um limite por dia em “Nome e limites” evita que acabe.'
    : 'Quando passar, volte aos poucos: “Nome e limites” aquece o número.'
}

/** How many people were written to for the first time, where no limit has a bar for it. */
export function FirstMessagesFact({ standing }: { readonly standing: DeviceStanding }) {
  const { firstMessageCount, limits } = standing
  return (
    <>
      {firstMessageCount > 0 && !limits && (
        <>
          <dt>Pessoas novas em 24&nbsp;h</dt>
          <dd>{formatCount(firstMessageCount)}</dd>
        </>
      )}
    </>
  )
}
