import { z } from 'zod'

/** What became of a campaign's messages, in numbers, and the rates that all screens show of them. */
export const CampaignCounts = z.object({
  sentCount: z.int().min(0),
  deliveredCount: z.int().min(0),
  readCount: z.int().min(0),
  errorCount: z.int().min(0),
  replyCount: z.int().min(0),
  /**
   * Errors that a retry includes: recipients who have not opted out, are on WhatsApp, and cannot
   * have got the message.
   */
  retryableCount: z.int().min(0),
  /** Errors of recipients whose message was given back, and whose turn did not come again. */
  endedCount: z.int().min(0),
})
export type CampaignCounts = z.infer<typeof CampaignCounts>

export const noCounts: CampaignCounts = {
  sentCount: 0,
  deliveredCount: 0,
  readCount: 0,
  errorCount: 0,
  replyCount: 0,
  retryableCount: 0,
  endedCount: 0,
}

/** The counters alone. */
export function countsOf(counts: CampaignCounts): CampaignCounts {
  const { sentCount, deliveredCount, readCount, errorCount, replyCount } = counts
  const { retryableCount, endedCount } = counts
  return {
    ...{ sentCount, deliveredCount, readCount, errorCount, replyCount },
    ...{ retryableCount, endedCount },
  }
}

/** Share of accepted messages that reached the phone, in percent; 0 where none was accepted. */
export function deliveryRate({
  sentCount,
  deliveredCount,
}: Pick<CampaignCounts, 'sentCount' | 'deliveredCount'>): number {
  return percentOf(deliveredCount, sentCount)
}

/** Share of accepted messages that were read, in percent: of the same base as all rates. */
export function readRate({
  sentCount,
  readCount,
}: Pick<CampaignCounts, 'sentCount' | 'readCount'>): number {
  return percentOf(readCount, sentCount)
}

/** Share of accepted messages that were answered, in percent: of the same base as all rates. */
export function replyRate({
  sentCount,
  replyCount,
}: Pick<CampaignCounts, 'sentCount' | 'replyCount'>): number {
  return percentOf(replyCount, sentCount)
}

function percentOf(count: number, sentCount: number): number {
  return sentCount === 0 ? 0 : (count / sentCount) * 100
}
