import type { ReactNode } from 'react'
import type { Exclusion } from '#contract/campaigns/campaign-preview.ts'
import { exclusionWords } from '#contract/campaigns/exclusion-words.ts'
import { finishWithin } from '#contract/campaigns/send-hours.ts'
import type { Device } from '#contract/devices/device.ts'
import { formatClock, formatDateTime, formatDuration, formatQuantity } from '../../../format.ts'
import { hoursOf, intervalWords, longestSeconds } from '../../../parts/pace/pace-plan.ts'
import { readSeconds } from '../../../parts/pace/read-seconds.ts'
import type { Audience } from '../audience.ts'
import type { CampaignDraft } from '../campaign-draft.ts'
import { startOf } from '../submission.ts'

/** The campaign's plan in words. */
export function PlanWords({
  draft,
  audience: { chosen, preview },
  device,
  nowMs,
}: {
  readonly draft: CampaignDraft
  readonly audience: Audience
  readonly device: Device | undefined
  readonly nowMs: number
}) {
  const total = preview?.recipients ?? chosen?.total ?? null
  return (
    <>
      <Course draft={draft} total={total} limit={limitOf(device, total)} nowMs={nowMs} />
      {preview && preview.excluded.length > 0 && ` ${outsidersOf(preview.excluded)}`}
    </>
  )
}

function Course({
  draft,
  total,
  limit,
  nowMs,
}: {
  readonly draft: CampaignDraft
  /** Count of recipients; null: no list is chosen. */
  readonly total: number | null
  /** New people a day, where some may have to wait for another day. */
  readonly limit: number | null
  readonly nowMs: number
}) {
  if (total === null) return <>Escolha uma lista para ver quando a campanha termina.</>
  if (total === 0) return <>Esta lista está vazia: não há para quem enviar.</>
  const seconds = readSeconds(draft.interval)
  const people = <b>{formatQuantity(total, 'contato', 'contatos')}</b>
  if (intervalWords(draft) === null) return people
  const startMs = startOf(draft, nowMs)
  if (startMs !== null && startMs < nowMs) return <>{people}. Esta data e hora já passaram.</>
  // The mean of a uniformly drawn interval.
  const spanSeconds = ((total - 1) * (seconds + (longestSeconds(draft) ?? seconds))) / 2
  const pace = paceOf(total, draft)
  if (startMs === null) {
    const span = spanSeconds > 0 ? `: leva cerca de ${formatDuration(spanSeconds)}` : ''
    return (
      <>
        {people}
        {pace}
        {span}. Sem data e hora, fica como rascunho.
      </>
    )
  }
  const hours = hoursOf(draft)
  const endMs = hours && finishWithin(hours, startMs, spanSeconds * 1000)
  const begin = draft.when === 'later' && <>A partir de {moment(startMs, nowMs)}, </>
  if (spanSeconds === 0) {
    return (
      <>
        {begin}
        {people}
        {pace}.
      </>
    )
  }
  return (
    <>
      {begin}
      {people}
      {pace}
      {endMs === null ? '.' : <>: termina {endWords(limit, moment(endMs, nowMs))}.</>}
    </>
  )
}

/** How many of them are new to the connection is asked only for the review. */
function endWords(limit: number | null, end: ReactNode) {
  if (limit === null) return <>por volta de {end}</>
  return (
    <>
      por volta de {end} ou depois, se mais de {limit} por dia forem pessoas novas para a conexão
    </>
  )
}

function limitOf(device: Device | undefined, total: number | null): number | null {
  const { limits, firstMessageCount = 0 } = device?.standing ?? {}
  if (!limits || total === null || total <= limits.today - firstMessageCount) return null
  return limits.today
}

function paceOf(total: number, draft: CampaignDraft): string {
  const interval = intervalWords(draft)
  if (total === 1 || interval === null) return ''
  return interval === '0' ? ', sem pausa entre as mensagens' : `, um a cada ${interval}\u00a0s`
}

/** The hour; with the day where it is not today. */
function moment(ms: number, nowMs: number) {
  const isToday = new Date(ms).toDateString() === new Date(nowMs).toDateString()
  const iso = new Date(ms).toISOString()
  return (
    <b>
      <time dateTime={iso}>{isToday ? formatClock(ms) : formatDateTime(iso)}</time>
    </b>
  )
}

/** `3 ficam de fora (2 pediram para sair, 1 repetido).` */
function outsidersOf(excluded: readonly Exclusion[]): string {
  const total = excluded.reduce((sum, { count }) => sum + count, 0)
  const parts = excluded.map(({ reason, count }) => exclusionWords(reason, count))
  return `${formatQuantity(total, 'fica', 'ficam')} de fora (${parts.join(', ')}).`
}
