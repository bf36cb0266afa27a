import { api } from '../contract/api/calls.ts'
import { RECIPIENTS_A_PAGE } from '../contract/campaigns/campaign-preview.ts'
import { underWay } from '../contract/campaigns/campaign-status.ts'
import { FollowupAudience } from '../contract/campaigns/followup.ts'
import { type Send, toSendWire } from '../contract/campaigns/send.ts'
import { toContactWire } from '../contract/contacts/contact-list.ts'
import { PAGE_LIMIT_MAX } from '../contract/limits.ts'
import { campaignPieces, campaignsText } from './answers/campaign-text.ts'
import { csvHeaders } from './answers/csv.ts'
import { firstPageOf, nextLink, pageOf, readCursor } from './answers/paging.ts'
import { campaignReport } from './answers/report.ts'
import { sendsCsv, sendsForExcel } from './answers/sends-csv.ts'
import { jsonArray, jsonHeaders, streamText } from './answers/stream.ts'
import { type Binding, bind, type Call } from './bind.ts'
import type { Services } from './services.ts'

type ListCall = Pick<Call<typeof api.listCampaigns>, 'c' | 'caller' | 'query'>

/** Campaigns, and the results of their sends. */
export function campaignRoutes(services: Services): Binding[] {
  const { campaigns, campaignPreviews, campaignTrials, followups, log } = services
  const { basePath } = services.settings
  return [
    bind(api.listCampaigns, listed),
    bind(api.listCampaignsWithStats, listed),

    bind(api.getCampaign, async ({ caller, params }) => ({
      status: 200,
      body: await campaigns.get(caller.user.id, params.id),
    })),

    bind(
      api.listSends,
      async ({ c, caller, params, query: { format = 'json', sep, variante, ordem, ...rest } }) => {
        const { id } = params
        const order = ordem === 'recentes' ? ('newest' as const) : undefined
        const page = { ...rest, variant: variante, order }
        const { sends, nextCursor } = await campaigns.sends(caller.user.id, id, page)
        const onFault = (error: unknown) =>
          log.error({ err: error, campaignId: id }, 'sends cut off')
        if (format === 'json') {
          const headers = { ...jsonHeaders, ...nextLink(c, { next: nextCursor, basePath }) }
          return streamText(jsonArray(wireSends(sends)), { headers, onFault })
        }
        const campaign = await campaigns.get(caller.user.id, id)
        const headers = {
          ...csvHeaders(`envios-${campaign.name.trim().replace(/\s+/g, '_')}.csv`),
          ...nextLink(c, { next: nextCursor, basePath }),
        }
        const csv =
          format === 'excel'
            ? sendsForExcel(sends, campaign)
            : sendsCsv(sends, { campaign, separator: sep ?? ',' })
        return streamText(csv, { headers, onFault })
      },
    ),

    bind(api.campaignReport, async ({ caller, params: { id } }) =>
      campaignReport(services, { userId: caller.user.id, id }),
    ),

    bind(api.createCampaign, async ({ caller, body }) => ({
      status: 201,
      body: await campaigns.create(caller.user, body),
    })),

    bind(api.previewCampaign, async ({ caller, body, query }) => ({
      status: 200,
      body: await campaignPreviews.preview(caller.user.id, body, query),
    })),

    bind(api.listRecipients, async ({ c, caller, body, query }) => {
      const { desde: from = 0, limit = RECIPIENTS_A_PAGE } = query
      const { signal } = c.req.raw
      const place = { from, limit, signal }
      const people = await campaignPreviews.recipients(caller.user.id, body, place)
      return { status: 200, body: { contatos: people.map(toContactWire) } }
    }),

    bind(api.testCampaign, async ({ caller, body }) => ({
      status: 200,
      body: await campaignTrials.send(caller.user.id, body),
    })),

    bind(api.updateCampaign, async ({ caller, params, body }) => ({
      status: 200,
      body: await campaigns.update(caller.user.id, params.id, body),
    })),

    bind(api.stopCampaign, async ({ caller, params }) => ({
      status: 200,
      body: await campaigns.stop(caller.user.id, params.id),
    })),

    bind(api.pauseCampaign, async ({ caller, params }) => ({
      status: 200,
      body: await campaigns.pause(caller.user.id, params.id),
    })),

    bind(api.resumeCampaign, async ({ caller, params }) => ({
      status: 200,
      body: await campaigns.resume(caller.user.id, params.id),
    })),

    bind(api.followUpCampaign, async ({ caller, params, body }) => ({
      status: 201,
      body: await followups.draft(caller.user, params.id, body),
    })),

    bind(api.retryCampaign, async ({ caller, params, query }) => ({
      status: 201,
      body: await followups.draft(caller.user, params.id, {
        audience: query.scope === 'unsent' ? FollowupAudience.unsent : FollowupAudience.failed,
      }),
    })),

    bind(api.listCampaignPeople, async ({ caller, params, body }) => ({
      status: 201,
      body: await followups.list(caller.user.id, params.id, body),
    })),

    bind(api.deleteCampaign, async ({ caller, params }) => {
      await campaigns.remove(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.restoreCampaign, async ({ caller, params }) => ({
      status: 200,
      body: await campaigns.restore(caller.user.id, params.id),
    })),

    bind(api.processScheduled, async ({ caller }) => ({
      status: 200,
      body: { started: await campaigns.startDue(caller.user.id) },
    })),
  ]

  async function listed({ c, caller, query }: ListCall) {
    if (query.status || query.abertas) return listedByStatus({ c, caller, query })
    let next: string | null = null
    let isLong = false
    const page = await campaigns.list(caller.user.id, (all) => {
      const cut = pageOf(all, query)
      next = cut.next
      isLong = cut.page.length > PAGE_LIMIT_MAX
      return isLong ? [] : cut.page
    })
    const headers = { ...jsonHeaders, ...nextLink(c, { next, basePath }) }
    if (!isLong) return c.body(campaignsText(page), 200, headers)
    // Longer than any page: the caller asked for all campaigns.
    const onFault = (error: unknown) => log.error({ err: error }, 'campaigns cut off')
    return streamText(campaignPieces(campaigns.listInPieces(caller.user.id)), { headers, onFault })
  }

  async function listedByStatus({ c, caller, query }: ListCall) {
    const { status = underWay, abertas = false, limit = PAGE_LIMIT_MAX, cursor } = query
    const found = await campaigns.listWithStatus(caller.user.id, {
      statuses: abertas ? status.filter((one) => underWay.includes(one)) : status,
      ...(cursor !== undefined && { before: readCursor(cursor).id }),
      limit: limit + 1,
    })
    const { page, next } = firstPageOf(found, limit)
    return c.body(campaignsText(page), 200, { ...jsonHeaders, ...nextLink(c, { next, basePath }) })
  }
}

async function* wireSends(sends: AsyncIterable<Send>) {
  for await (const send of sends) yield toSendWire(send)
}
