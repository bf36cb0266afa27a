import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Exclusion } from '#contract/campaigns/campaign-preview.ts'
import { exclusionWords } from '#contract/campaigns/exclusion-words.ts'
import { offsetAt } from '#contract/campaigns/send-hours.ts'
import type { Device } from '#contract/devices/device.ts'
import { formatClock, formatDateTime, formatDuration, formatQuantity } from '../../../format.ts'
import { limitOf } from '../../../parts/pace/new-people-limit.ts'
import { intervalWords } from '../../../parts/pace/pace-plan.ts'
import type { Audience } from '../audience.ts'
import type { CampaignDraft } from '../campaign-draft.ts'
import { courseOf } from './campaign-course.ts'
import styles from './campaign-form.module.css'

type Plan = {
  readonly draft: CampaignDraft
  readonly audience: Audience
  readonly device: Device | undefined
  readonly nowMs: number
}

/** The campaign's plan in words. */
export function PlanWords({ draft, audience, device, nowMs }: Plan) {
  const total = totalOf(audience)
  const outsiders = outsidersOf(audience)
  if (total === null) return <>{noListWords(audience, 'a campanha termina')}</>
  return (
    <>
      <CourseWords draft={draft} total={total} limit={limitOf(device, total)} nowMs={nowMs} />
      {outsiders && ` ${outsiders}`}
    </>
  )
}

/** When it ends, in one line, or what keeps that from being known. */
export function PlanEnd({ draft, audience, device, nowMs }: Plan) {
  const total = totalOf(audience)
  if (total === null) return <>{noListWords(audience, 'termina')}</>
  if (total === 0) return <>Esta lista está vazia: não há para quem enviar.</>
  const { startMs, isPast, opensMs, spanSeconds, endMs } = courseOf(draft, total, nowMs)
  if (spanSeconds === null) return <>Confira o intervalo para ver quando termina.</>
  if (isPast) return <>Esta data e hora já passaram.</>
  if (startMs === null) return <>Sem data e hora, fica como rascunho.</>
  if (endMs === null) return <>Confira os horários para ver quando termina.</>
  if (spanSeconds === 0 && total > 1) {
    return <Risk>Sem pausa entre as mensagens.</Risk>
  }
  const isLimited = limitOf(device, total) !== null
  return (
    <>
      {opensMs !== null && <>Começa em {moment(opensMs, nowMs)}. </>}
      Termina por volta de {moment(endMs, nowMs)}
      {isLimited && ' ou depois'}
      {clockWords(draft, endMs)}
    </>
  )
}

/** What the line of its end leaves out. */
export function PlanNotes({ audience, device }: Pick<Plan, 'audience' | 'device'>) {
  const limit = limitOf(device, totalOf(audience))
  const late =
    limit !== null &&
    `Termina depois, se mais de ${limit} por dia forem pessoas novas para a conexão.`
  return <>{[late, outsidersOf(audience)].filter(Boolean).join(' ')}</>
}

function CourseWords({
  draft,
  total,
  limit,
  nowMs,
}: {
  readonly draft: CampaignDraft
  /** Count of recipients. */
  readonly total: number
  /** New people a day, where some may have to wait for another day. */
  readonly limit: number | null
  readonly nowMs: number
}) {
  if (total === 0) return <>Esta lista está vazia: não há para quem enviar.</>
  const { startMs, isPast, opensMs, spanSeconds, endMs } = courseOf(draft, total, nowMs)
  const people = <b>{formatQuantity(total, 'contato', 'contatos')}</b>
  if (spanSeconds === null) return people
  if (isPast) return <>{people}. Esta data e hora já passaram.</>
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
  return (
    <>
      {(draft.when === 'later' || opensMs !== null) && (
        <>A partir de {moment(opensMs ?? startMs, nowMs)}, </>
      )}
      {people}
      {pace}
      {spanSeconds === 0 || endMs === null ? (
        '.'
      ) : (
        <>
          : termina {endWords(limit, moment(endMs, nowMs))}
          {clockWords(draft, endMs)}.
        </>
      )}
    </>
  )
}

function totalOf({ chosen, preview }: Audience): number | null {
  return preview?.recipients ?? chosen?.total ?? null
}

/** What is to be done before an end can be shown, which is not always to choose a list. */
function noListWords({ lists, error }: Audience, end: string): string {
  if (!lists && error) return `Sem as listas de contatos não dá para ver quando ${end}.`
  return `${lists?.length === 0 ? 'Crie' : 'Escolha'} uma lista para ver quando ${end}.`
}

/** Says "or later" where a limit may apply: how many are new to the device only the review asks. */
function endWords(limit: number | null, end: ReactNode) {
  if (limit === null) return <>por volta de {end}</>
  return (
    <>
      por volta de {end} ou depois, se mais de {limit} por dia forem pessoas novas para a conexão
    </>
  )
}

function paceOf(total: number, draft: CampaignDraft): ReactNode {
  const interval = intervalWords(draft)
  if (total === 1 || interval === null) return ''
  if (interval !== '0') return `, um a cada ${interval}\u00a0s`
  return (
    <>
      , <Risk>sem pausa entre as mensagens</Risk>
    </>
  )
}

/** Marks what may cost the owner the account. */
function Risk({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.risk}>
      <TriangleAlert size={14} aria-hidden />
      {children}
    </span>
  )
}

/** Says that a time is in the browser's zone, where the campaign's hours are in another. */
function clockWords(draft: CampaignDraft, atMs: number): string {
  if (draft.windows.length === 0) return ''
  const ownOffsetMs = -new Date(atMs).getTimezoneOffset() * 60_000
  return offsetAt(draft.timeZone, atMs) === ownOffsetMs ? '' : ', no seu fuso'
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

/** `3 ficam de fora (2 pediram para sair, 1 repetido).`; empty where nobody does. */
function outsidersOf({ preview }: Audience): string {
  const excluded: readonly Exclusion[] = preview?.excluded ?? []
  if (excluded.length === 0) return ''
  const total = excluded.reduce((sum, { count }) => sum + count, 0)
  const parts = excluded.map(({ reason, count }) => exclusionWords(reason, count))
  return `${formatQuantity(total, 'fica', 'ficam')} de fora (${parts.join(', ')}).`
}
