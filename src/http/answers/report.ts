import { setImmediate } from 'node:timers/promises'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { type CampaignCounts, noCounts } from '../../contract/campaigns/campaign-counts.ts'
import { type Send, SendStatus } from '../../contract/campaigns/send.ts'
import type { ReportTotals } from '../../pages/report.tsx'
import type { ReportRow, SendState } from '../../pages/report-row.tsx'
import type { Services } from '../services.ts'
import { streamText } from './stream.ts'

/** Rows rendered at once: other calls run in between, however long the campaign is. */
const ROWS_AT_ONCE = 50

const states = ['sending', 'success', 'delivered', 'read', 'error'] as const satisfies SendState[]
const REPLIED = 8

/**
 * Writes the results of a campaign as a page to print. The sends are read twice: first for the
 * totals, which stand above them, then for the rows. Each outcome is kept from the first pass, a
 * few bits per send, so that totals and rows agree while the campaign runs.
 */
export async function campaignReport(
  { campaigns, dashboards, log, now }: Pick<Services, 'campaigns' | 'dashboards' | 'log' | 'now'>,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Response> {
  const campaign = await campaigns.get(userId, id)
  const plannedCount = await dashboards.plannedPeople(userId, campaign)
  const madeAt = new Date(now()).toISOString()
  const { sends: all } = await campaigns.sends(userId, id, {})
  const { totals, outcomes } = await survey(all, campaign)
  return streamText(pieces(), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    onFault: (error) => log.error({ err: error, campaignId: id }, 'report cut off'),
  })

  async function* pieces(): AsyncIterable<string> {
    const { renderReport } = await import('../../pages/report.tsx')
    const { renderReportRows } = await import('../../pages/report-row.tsx')
    const { head, tail } = renderReport({ campaign, totals, plannedCount, madeAt })
    yield head
    if (outcomes.length > 0) {
      const { sends } = await campaigns.sends(userId, id, { limit: outcomes.length })
      for await (const rows of rowsInGroups(sends, outcomes)) yield renderReportRows(rows)
    }
    yield tail
  }
}

async function survey(
  sends: AsyncIterable<Send>,
  { variantCounts = [] }: Pick<Campaign, 'variantCounts'>,
): Promise<{ readonly totals: ReportTotals; readonly outcomes: readonly number[] }> {
  const outcomes: number[] = []
  const errors = new Map<string, number>()
  const variants = variantCounts.map(({ recipientCount }) => ({ ...noCounts, recipientCount }))
  for await (const send of sends) {
    const state = stateOf(send)
    const ofVariant = variants[(send.variant ?? 0) - 1]
    if (ofVariant) count(ofVariant, send)
    outcomes.push(states.indexOf(state) + (send.repliedAt === null ? 0 : REPLIED))
    if (state === 'error') {
      const text = send.errorText ?? 'Motivo desconhecido.'
      errors.set(text, (errors.get(text) ?? 0) + 1)
    }
    if (outcomes.length % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return { totals: { ...totalsOf(outcomes, errors), variants }, outcomes }
}

function count(counts: CampaignCounts, { status, deliveredAt, readAt, repliedAt }: Send): void {
  if (status === SendStatus.success || status === SendStatus.read) counts.sentCount += 1
  if (status === SendStatus.error) counts.errorCount += 1
  if (deliveredAt !== null) counts.deliveredCount += 1
  if (readAt !== null) counts.readCount += 1
  if (repliedAt !== null) counts.replyCount += 1
}

function stateOf({ status, deliveredAt }: Send): SendState {
  return status === SendStatus.success && deliveredAt !== null ? 'delivered' : status
}

function totalsOf(
  outcomes: readonly number[],
  errors: ReadonlyMap<string, number>,
): Omit<ReportTotals, 'variants'> {
  const counts = { sending: 0, success: 0, delivered: 0, read: 0, error: 0 }
  let replyCount = 0
  for (const outcome of outcomes) {
    const { state, hasReplied } = readOutcome(outcome)
    counts[state] += 1
    if (hasReplied) replyCount += 1
  }
  const { success, delivered, read } = counts
  return {
    attemptedCount: outcomes.length,
    sendingCount: counts.sending,
    sentCount: success + delivered + read,
    deliveredCount: delivered + read,
    readCount: read,
    errorCount: counts.error,
    replyCount,
    errors: [...errors].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
  }
}

function readOutcome(outcome: number): Pick<ReportRow, 'state' | 'hasReplied'> {
  const hasReplied = outcome >= REPLIED
  return { state: states[hasReplied ? outcome - REPLIED : outcome] ?? 'sending', hasReplied }
}

async function* rowsInGroups(
  sends: AsyncIterable<Send>,
  outcomes: readonly number[],
): AsyncIterable<readonly ReportRow[]> {
  let place = 0
  let held: ReportRow[] = []
  for await (const send of sends) {
    const outcome = readOutcome(outcomes[place] ?? 0)
    place += 1
    held.push({ place, send, ...outcome })
    if (held.length < ROWS_AT_ONCE) continue
    yield held
    held = []
  }
  // Fails visibly: a report with fewer rows than its totals must not look complete.
  if (place < outcomes.length) throw new Error(`${outcomes.length - place} sends are gone`)
  if (held.length > 0) yield held
}
