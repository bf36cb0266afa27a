import { z } from 'zod'
import { Campaign, CampaignsJson } from './campaigns/campaign.ts'
import { NAME_MAX_LENGTH } from './limits.ts'

export const DashboardQuery = z.object({
  /** Left out or empty: all campaigns. */
  campaignId: z.string().max(100).optional(),
  instanceName: z.string().max(NAME_MAX_LENGTH).optional(),
  /** The numbers of so many days, beside as many before them; left out: of all times. */
  dias: z.enum(['7', '30', '90'], 'Use 7, 30 ou 90 dias.').transform(Number).optional(),
})
export type DashboardQuery = z.infer<typeof DashboardQuery>

export const changeNames = [
  'messageChange',
  'contactChange',
  'deliveryChange',
  'responseChange',
  'readChange',
  'replyChange',
] as const

/** Totals, and how the last 30 days compare with the 30 days before. */
const statFields = {
  /** Messages that WhatsApp accepted. */
  totalMessages: z.int().min(0),
  messageChange: z.number(),
  totalContacts: z.int().min(0),
  contactChange: z.number(),
  /** Percent, 0 to 100. */
  deliveryRate: z.number(),
  /** In percentage points. */
  deliveryChange: z.number(),
  /** Mean interval between messages, in minutes. */
  avgSendInterval: z.number(),
  responseChange: z.number(),
  /** Of those messages, whenever: at most as many as were delivered. */
  readCount: z.int().min(0).optional(),
  readChange: z.number().optional(),
  replyCount: z.int().min(0).optional(),
  replyChange: z.number().optional(),
  /**
   * Changes without earlier numbers to compare with: they are 100, although nothing has doubled.
   */
  withoutBefore: z.array(z.enum(changeNames)).optional(),
}

export const ChartData = z.object({
  labels: z.array(z.string()),
  datasets: z.array(z.object({ label: z.string(), data: z.array(z.number()), color: z.string() })),
  /**
   * Messages sent on as many days before those, a day for each point; left out where points are hours
   * or minutes, and by servers that do not compare.
   */
  before: z.object({ labels: z.array(z.string()), data: z.array(z.int().min(0)) }).exactOptional(),
})
export type ChartData = z.infer<typeof ChartData>

/** How many of all recent campaigns are in which status, also of those on further pages. */
const StatusCounts = z.record(z.string(), z.int().min(0))

const DashboardWire = z.object({
  stats: z.object({ ...statFields, recentCampaigns: CampaignsJson }),
  recentCampaigns: CampaignsJson,
  /** Left out by servers that answer all recent campaigns. */
  recentByStatus: StatusCounts.optional(),
  chartData: ChartData,
})

const Stats = z.object(statFields)
export type Stats = z.infer<typeof Stats>

const Dashboard = z.object({
  stats: Stats,
  /** Newest first; the first page unless another one was asked for. */
  recentCampaigns: z.array(Campaign),
  recentByStatus: StatusCounts.optional(),
  chartData: ChartData,
})
export type Dashboard = z.infer<typeof Dashboard>

/** Repeats the recent campaigns on the wire in a second place, since clients look in either. */
export const DashboardJson = z.codec(DashboardWire, Dashboard, {
  decode: ({ stats: { recentCampaigns: _, ...stats }, ...same }) => ({ ...same, stats }),
  encode: ({ stats, ...same }) => ({
    ...same,
    stats: { ...stats, recentCampaigns: same.recentCampaigns },
  }),
})

/** Gold tones with enough contrast on the console's dark background. */
export const chartColors = { sent: '#d4af37', delivered: '#f5e6a8' } as const
