import { useEffect } from 'react'
import useSWR, { mutate } from 'swr'
import { z } from 'zod'
import { trialApi } from '#contract/api/campaigns/trial-api.ts'
import { type CampaignPatch, CampaignPatchBody } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import {
  type CampaignTest,
  CampaignTestBody,
  type CampaignTestResult,
} from '#contract/campaigns/campaign-test.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import type { AppEvent } from '#contract/events.ts'
import { onAppEvent, paced } from '../calls/app-events.ts'
import { call } from '../calls/client.ts'

/** Asks the server what the campaign would send. */
export async function previewCampaign(plan: CampaignPatch): Promise<CampaignPreview> {
  return await call(trialApi.previewCampaign, { body: z.encode(CampaignPatchBody, plan) })
}

/** Sends the message once, as a contact would get it. */
export async function testCampaign(plan: CampaignTest): Promise<CampaignTestResult> {
  return await call(trialApi.testCampaign, { body: z.encode(CampaignTestBody, plan) })
}

/** Checks whom a plan reaches and how its text fits them; `null`: no list is chosen. */
export function useCampaignPreview(plan: CampaignPatch | null) {
  const key = plan && ['campaign preview', JSON.stringify(plan)]
  return useSWR(key, async () => (plan ? await previewCampaign(plan) : undefined), {
    revalidateOnFocus: false,
  })
}

/** Recipients that one call brings while somebody flips through them. */
export const RECIPIENTS_READ = 20

/**
 * The recipient at a place of the plan's audience; undefined while it is being read, and beyond
 * the last one.
 */
export function useRecipient(
  plan: CampaignPatch | null,
  place: number,
): { readonly recipient: Contact | undefined; readonly error: unknown } {
  const { recipients, from, error } = useRecipients(plan, place)
  return { recipient: recipients?.[place - from], error }
}

/** The recipients around a place, `from` the first of them on; undefined while they are being read. */
export function useRecipients(
  plan: CampaignPatch | null,
  place: number,
): {
  readonly recipients: readonly Contact[] | undefined
  readonly from: number
  readonly error: unknown
  readonly retry: () => void
} {
  const from = place - (place % RECIPIENTS_READ)
  const key = (desde: number) => plan && ['campaign recipients', JSON.stringify(plan), desde]
  const read = (desde: number) => async () => {
    if (!plan) return []
    const body = z.encode(CampaignPatchBody, plan)
    const query = { desde, limit: RECIPIENTS_READ }
    const { contatos } = await call(trialApi.listRecipients, { query, body })
    return contatos.map(({ campos, ...same }) => (campos ? { ...same, fields: campos } : same))
  }
  const options = { revalidateOnFocus: false }
  const { data, error, mutate: again } = useSWR(key(from), read(from), options)
  // The next recipients are read before they are asked for.
  const isLast = place % RECIPIENTS_READ === RECIPIENTS_READ - 1
  useSWR(isLast ? key(from + RECIPIENTS_READ) : null, read(from + RECIPIENTS_READ), options)
  const retry = () => {
    again().catch(() => undefined)
  }
  return { recipients: data, from, error, retry }
}

/**
 * Events that may change who gets a campaign. Those of campaigns under way are left out: they come
 * too often, and each would read the lists.
 */
const changing: ReadonlySet<AppEvent['type']> = new Set(['contact_list', 'opt_out', 'reset'])

/** Reads previews anew when what they are made of changes, for as long as a page shows one. */
export function useLivePreviews(): void {
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        if (changing.has(type)) paced('previews', readAgain)
      }),
    [],
  )
}

async function readAgain(): Promise<void> {
  await mutate((key) => Array.isArray(key) && String(key[0]).startsWith('campaign '))
}
