import { z } from 'zod'
import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { heldPeople } from '../../contract/campaigns/audience-words.ts'
import { type Campaign, CampaignsJson } from '../../contract/campaigns/campaign.ts'
import { canEdit } from '../../contract/campaigns/campaign-status.ts'
import { formatCount } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { type ListChoice, listLists } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { describeWait } from './campaign-record.ts'

export async function listCampaigns(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const campaigns = await client.call(campaignApi.listCampaigns, {})
  // Only those that have not started say how many people their lists hold.
  const isAsked = !context.terminal.isJson && campaigns.some(canEdit)
  const lists = isAsked ? await listLists(client) : []
  context.terminal.answer(z.encode(CampaignsJson, campaigns), () =>
    campaigns.length === 0
      ? 'Nenhuma campanha ainda. Crie uma com: disparo campaigns create'
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
