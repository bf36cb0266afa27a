import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import type { Page } from '../../contract/api/client.ts'
import { heldPeople } from '../../contract/campaigns/audience-words.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { type CampaignStatus, canEdit } from '../../contract/campaigns/campaign-status.ts'
import { formatCount } from '../../contract/display.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { type ListChoice, listLists } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { describeWait } from './campaign-record.ts'
import { campaignValue, parseStatuses } from './status-code.ts'

export type ListOptions = CommonOptions & { readonly status?: string; readonly limit?: number }

export async function listCampaigns(
  context: Context,
  { status, limit }: ListOptions,
): Promise<ExitCode> {
  const statuses = status === undefined ? null : parseStatuses(status)
  const client = await connectSignedIn(context)
  const campaigns =
    statuses === null && limit === undefined
      ? await client.call(campaignApi.listCampaigns, {})
      : await readPages(client, queryOf(statuses, limit), limit)
  // Only those that have not started say how many people their lists hold.
  const isAsked = !context.terminal.isJson && campaigns.some(canEdit)
  const lists = isAsked ? await listLists(client) : []
  context.terminal.answer(campaigns.map(campaignValue), () =>
    campaigns.length === 0
      ? statuses === null
        ? 'Nenhuma campanha ainda. Crie uma com: disparo campaigns create'
        : 'Nenhuma campanha com este status.'
      : formatTable(context.terminal, campaigns, [
          { header: 'ID', value: ({ id }) => id },
          { header: 'Nome', value: ({ name }) => name, shrinksTo: 14 },
          { header: 'Status', value: ({ status }) => status },
          { header: 'Enviadas', value: (row) => sentOfAll(row, lists), align: 'right' },
          { header: 'Erros', value: (row) => formatCount(row.errorCount), align: 'right' },
          {
            header: 'Entregues',
            value: (row) => formatCount(row.deliveredCount),
            align: 'right',
            dropRank: 2,
          },
          {
            header: 'Lidas',
            value: (row) => formatCount(row.readCount),
            align: 'right',
            dropRank: 3,
          },
          {
            header: 'Data',
            value: (row) => formatTime(row.scheduledAt ?? row.createdAt),
            dropRank: 1,
          },
        ]) + waitsOf(context, campaigns),
  )
  return ExitCode.done
}

function queryOf(statuses: readonly CampaignStatus[] | null, limit = PAGE_LIMIT_MAX) {
  return {
    limit: Math.min(limit, PAGE_LIMIT_MAX),
    ...(statuses !== null && { status: statuses.join() }),
  }
}

/** Those scheduled, running or paused, newest first: the server need not look at the history. */
export async function findUnderWay(client: Client): Promise<readonly Campaign[]> {
  return readPages(client, { limit: PAGE_LIMIT_MAX, abertas: 'true' })
}

/** The newest ones, a page at a time, until there are enough. */
async function readPages(
  client: Client,
  query: { readonly limit: number; readonly abertas?: 'true'; readonly status?: string },
  most = Infinity,
): Promise<readonly Campaign[]> {
  const found: Campaign[] = []
  let cursor: string | null = null
  do {
    const page: Page<readonly Campaign[]> = await client.readPage(
      campaignApi.listCampaigns,
      { query },
      { cursor },
    )
    found.push(...page.answer)
    cursor = page.next
  } while (cursor !== null && found.length < most)
  return found.slice(0, most)
}

/** Why campaigns under way are not sending now, below the table: it has no room for sentences. */
function waitsOf({ terminal }: Context, campaigns: readonly Campaign[]): string {
  const waiting = campaigns.flatMap(({ id, wait }) => (wait ? [[id, describeWait(wait)]] : []))
  if (waiting.length === 0) return ''
  const table = formatTable(terminal, waiting, [
    { header: 'ID', value: ([id = '']) => id },
    { header: 'Espera', value: ([, words = '']) => words, shrinksTo: 20 },
  ])
  return `\n\n${table}`
}

function sentOfAll(campaign: Campaign, lists: readonly ListChoice[]): string {
  const { sentCount, recipientCount } = campaign
  if (!canEdit(campaign)) return `${formatCount(sentCount)}/${formatCount(recipientCount)}`
  const people = heldPeople(campaign, lists)
  return people === null ? '–' : `0/${people}`
}
