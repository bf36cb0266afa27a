/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import type { Campaign } from '../contract/campaigns/campaign.ts'
import { type CampaignCounts, deliveryRate } from '../contract/campaigns/campaign-counts.ts'
import type { VariantCounts } from '../contract/campaigns/variants.ts'
import {
  formatCount,
  formatPercent,
  formatPhone,
  formatQuantity,
  formatSendTime,
} from '../contract/display.ts'
import { SEND_TIME_SHIFT_HOURS } from '../contract/limits.ts'
import { PageStyle } from './page.tsx'
import { AnswerResults } from './report-answers.tsx'
import { reportStyle } from './report-style.ts'
import { ReportTexts, VariantResults } from './report-variants.tsx'

/** Totals of one report. */
export type ReportTotals = Omit<CampaignCounts, 'retryableCount' | 'endedCount'> & {
  readonly attemptedCount: number
  /** Sends in progress while the report was made. */
  readonly sendingCount: number
  /** By the number of the text; none where all recipients got the same one. */
  readonly variants: readonly VariantCounts[]
  /** Reasons of the failed sends, the most frequent first. */
  readonly errors: readonly { readonly text: string; readonly count: number }[]
}

export type Report = {
  readonly campaign: Campaign
  readonly totals: ReportTotals
  /** How many contacts its lists hold; null once it has started. */
  readonly plannedCount: number | null
  readonly madeAt: string
}

/** The page of a campaign's results around its rows, which go between the two halves. */
export function renderReport(report: Report): { readonly head: string; readonly tail: string } {
  const { campaign, totals, plannedCount, madeAt } = report
  const html = renderToString(
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{`Relatório: ${campaign.name}`}</title>
        <PageStyle text={reportStyle} />
      </head>
      <body>
        <main>
          <header>
            <p>Relatório de campanha</p>
            <h1>{campaign.name}</h1>
            <p>
              Situação em {formatSendTime(madeAt)}. Horários em UTC−{SEND_TIME_SHIFT_HOURS}.
            </p>
          </header>
          <Facts campaign={campaign} />
          <ReportTexts campaign={campaign} />
          {plannedCount === null ? (
            <Results campaign={campaign} totals={totals} />
          ) : (
            <Planned count={plannedCount} />
          )}
          <Sends totals={totals} />
        </main>
      </body>
    </html>,
  )
  // Texts of users are escaped, so that none of them can contain this tag.
  const end = html.lastIndexOf('</tbody>')
  return { head: `<!doctype html>${html.slice(0, end)}`, tail: html.slice(end) }
}

function Facts({ campaign }: Pick<Report, 'campaign'>) {
  const { endReason, restoredFrom, scheduledAt, startedAt, finishedAt, deviceId } = campaign
  const facts: readonly (readonly [string, string | null])[] = [
    ['Status', campaign.status],
    ['Motivo', endReason],
    ['Restaurada do backup de', restoredFrom ? formatSendTime(restoredFrom) : null],
    ['Conexão', deviceId && formatPhone(deviceId)],
    ['Instância', campaign.instanceName],
    ['Criada em', formatSendTime(campaign.createdAt)],
    ['Agendada para', scheduledAt && formatSendTime(scheduledAt)],
    ['Início', startedAt && formatSendTime(startedAt)],
    ['Término', finishedAt && formatSendTime(finishedAt)],
    ['Intervalo', intervalText(campaign)],
    campaign.medium?.attached
      ? ['Anexo', campaign.medium.attached.fileName]
      : ['Imagem', campaign.medium && 'Sim'],
  ]
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value && (
            <>
              <dt key={name}>{name}</dt>
              <dd key={`${name} value`}>{value}</dd>
            </>
          ),
      )}
    </dl>
  )
}

function intervalText({ intervalSeconds, maxIntervalSeconds }: Campaign): string {
  const shortest = `${formatCount(intervalSeconds)} s`
  return maxIntervalSeconds === null
    ? shortest
    : `${shortest} a ${formatCount(maxIntervalSeconds)} s`
}

function Planned({ count }: { readonly count: number }) {
  return (
    <section>
      <h2>Resultado</h2>
      <p>A campanha ainda não começou. {formatQuantity(count, 'pessoa', 'pessoas')} na lista.</p>
    </section>
  )
}

function Results({ campaign, totals }: Pick<Report, 'campaign' | 'totals'>) {
  const { attemptedCount, sentCount, sendingCount } = totals
  const recipientCount = Math.max(campaign.recipientCount, attemptedCount)
  const waitingCount = recipientCount - attemptedCount
  const bars: readonly (readonly [name: string, count: number, of: number])[] = [
    ['Enviados', sentCount, recipientCount],
    ['Entregues', totals.deliveredCount, sentCount],
    ['Lidos', totals.readCount, sentCount],
    ['Respostas', totals.replyCount, sentCount],
    ['Erros', totals.errorCount, recipientCount],
    ...(sendingCount > 0 ? [['Enviando', sendingCount, recipientCount] as const] : []),
    ...(waitingCount > 0 ? [['Não tentados', waitingCount, recipientCount] as const] : []),
  ]
  return (
    <section>
      <h2>Resultado</h2>
      <Delivery totals={totals} recipientCount={recipientCount} />
      <table>
        <tbody>
          {bars.map(([name, count, of]) => (
            <Bar key={name} name={name} count={count} of={of} />
          ))}
        </tbody>
      </table>
      <VariantResults variants={totals.variants} />
      <AnswerResults answers={campaign.answers} />
      {totals.errors.length > 0 && <Errors errors={totals.errors} />}
    </section>
  )
}

function Delivery({
  totals,
  recipientCount,
}: {
  readonly totals: ReportTotals
  readonly recipientCount: number
}) {
  const { sentCount, deliveredCount } = totals
  const recipients = formatQuantity(recipientCount, 'destinatário', 'destinatários')
  if (sentCount === 0) return <p>Nada enviado, em {recipients}.</p>
  return (
    <p>
      <span class="rate">{formatPercent(deliveryRate(totals))}</span> de taxa de entrega (
      {formatCount(deliveredCount)} de {formatQuantity(sentCount, 'enviado', 'enviados')}), em{' '}
      {recipients}.
    </p>
  )
}

function Bar({
  name,
  count,
  of,
}: {
  readonly name: string
  readonly count: number
  readonly of: number
}) {
  const percent = of === 0 ? 0 : (count / of) * 100
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{formatCount(count)}</td>
      <td class="number">{of === 0 ? '–' : formatPercent(percent)}</td>
      <td class="bar">
        {/* A width as an attribute: the content policy forbids styles on an element. */}
        <svg aria-hidden="true">
          <rect width="100%" height="100%" />
          <rect width={`${percent}%`} height="100%" />
        </svg>
      </td>
    </tr>
  )
}

function Errors({ errors }: Pick<ReportTotals, 'errors'>) {
  return (
    <>
      <h2>Erros por motivo</h2>
      <table>
        <tbody>
          {errors.map(({ text, count }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Sends({ totals: { attemptedCount } }: Pick<Report, 'totals'>) {
  return (
    <section>
      <h2>Envios</h2>
      <table class="sends">
        <caption>
          {attemptedCount === 0
            ? 'Nenhum envio encontrado para esta campanha.'
            : `${formatQuantity(attemptedCount, 'envio', 'envios')}, na ordem de envio.`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Nº
            </th>
            <th scope="col">Contato</th>
            <th scope="col">Status</th>
            <th scope="col">Data de Envio</th>
            <th scope="col">Erro</th>
          </tr>
        </thead>
        <tbody />
      </table>
    </section>
  )
}
