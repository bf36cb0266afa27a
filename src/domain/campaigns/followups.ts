import type { Campaign } from '../../contract/campaigns/campaign.ts'
import type { CampaignInput } from '../../contract/campaigns/campaign-body.ts'
import { mediumInput } from '../../contract/campaigns/campaign-medium.ts'
import { CampaignStatus, canStop } from '../../contract/campaigns/campaign-status.ts'
import {
  type Followup,
  FollowupAudience,
  followupName,
  type ResultList,
} from '../../contract/campaigns/followup.ts'
import type { SendErrorCode } from '../../contract/campaigns/send.ts'
import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import type { ContactRow } from '../../contract/contacts/contact-row.ts'
import { AppError } from '../../contract/errors.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import { isRetryable, isUnsent, type Recipient, RecipientStatus } from '../sending/recipient.ts'
import type { SendLedgers } from '../sending/send-ledger.ts'
import type { Campaigns } from './campaigns.ts'

export type Followups = ReturnType<typeof createFollowups>

/** Makes new campaigns and lists from the results of a campaign. */
export function createFollowups({
  campaigns,
  contacts,
  ledgers,
  isOptedOut,
  findDevice,
  pause,
}: {
  readonly campaigns: Pick<Campaigns, 'get' | 'create'>
  readonly contacts: Pick<Contacts, 'create' | 'remove'>
  readonly ledgers: Pick<SendLedgers, 'exists' | 'open' | 'release'>
  readonly isOptedOut: IsOptedOut
  readonly findDevice: (userId: string, deviceId: string) => Promise<unknown>
  /** Awaited once per recipient, to let other work go on. */
  readonly pause: () => Promise<void> | undefined
}) {
  return { draft, list }

  /**
   * Makes a draft for a part of a campaign's recipients, like the campaign but for what `patch`
   * changes. Its list keeps their names and columns.
   * @throws AppError `campaign_not_over`, `nobody_left`, and those of `Campaigns.create`
   */
  async function draft(
    user: { readonly id: string; readonly instanceName: string },
    id: string,
    { audience, included, ...patch }: Followup,
  ): Promise<Campaign> {
    const campaign = await campaigns.get(user.id, id)
    const made = await makeList(user.id, campaign, { audience, included })
    try {
      return await campaigns.create(user, {
        ...(await likeBefore(user.id, campaign)),
        // Variations of a text that is replaced would go out beside the new one.
        ...(patch.text && { variants: null }),
        // Another file takes the place of the one before.
        ...(patch.imageUrl || patch.attachment ? {} : mediumInput(campaign.medium)),
        ...definedIn(patch),
        name: patch.name ?? followupName(campaign.name, audience),
        contactListId: made.id,
        status: CampaignStatus.draft,
      })
    } catch (error) {
      await contacts.remove(user.id, made.id, { force: true })
      throw error
    }
  }

  /** @throws AppError `campaign_not_over`, `nobody_left`, `list_quota` */
  async function list(userId: string, id: string, wanted: ResultList): Promise<ContactReport> {
    return makeList(userId, await campaigns.get(userId, id), wanted)
  }

  async function makeList(
    userId: string,
    campaign: Campaign,
    { audience, included = [], name }: ResultList,
  ): Promise<ContactReport> {
    const isOver = !canStop(campaign)
    if (!isOver && (audience === FollowupAudience.failed || audience === FollowupAudience.unsent)) {
      throw new AppError('campaign_not_over', campaign.id)
    }
    const rows = await rowsOf(userId, campaign.id, (recipient) =>
      belongsTo(recipient, audience, included),
    )
    if (rows.length === 0) throw new AppError('nobody_left', `${campaign.id}: ${audience}`)
    return contacts.create(userId, {
      ...{ name: name || followupName(campaign.name, audience), rows, origin: 'api' },
    })
  }

  async function rowsOf(
    userId: string,
    campaignId: string,
    isWanted: (recipient: Recipient) => boolean,
  ): Promise<readonly ContactRow[]> {
    if (!(await ledgers.exists(campaignId))) return []
    const rows: ContactRow[] = []
    const ledger = await ledgers.open(campaignId)
    try {
      for (let index = 0; index < ledger.recipientCount; index += 1) {
        await pause()
        const recipient = ledger.get(index)
        if (!isWanted(recipient)) continue
        const { name, phone, fields, jid } = recipient
        if (isOptedOut(userId, { phone, jid, lid: null })) continue
        rows.push({ name, phone: `+${phone}`, ...(fields && { fields }) })
      }
    } finally {
      ledgers.release(campaignId)
    }
    return rows
  }

  /** The input for a campaign like this one, without a device that is gone by now. */
  async function likeBefore(
    userId: string,
    { deviceId, ...campaign }: Campaign,
  ): Promise<Omit<CampaignInput, 'name'>> {
    const { text, variants, hasOptOutFooter, windows, timeZone } = campaign
    const { intervalSeconds, maxIntervalSeconds } = campaign
    const isThere = deviceId !== null && (await findDevice(userId, deviceId)) !== undefined
    return {
      ...{ text, variants, hasOptOutFooter, windows, timeZone },
      ...{ intervalSeconds, maxIntervalSeconds },
      deviceId: isThere ? deviceId : null,
      instanceName: campaign.instanceName,
    }
  }
}

function belongsTo(
  recipient: Recipient,
  audience: FollowupAudience,
  included: readonly SendErrorCode[],
): boolean {
  const { status, deliveredAtMs, readAtMs, repliedAtMs } = recipient
  const isAccepted = status === RecipientStatus.accepted
  switch (audience) {
    case FollowupAudience.failed:
      return isRetryable(recipient, included)
    case FollowupAudience.unsent:
      return isUnsent(recipient)
    case FollowupAudience.undelivered:
      return isAccepted && deliveredAtMs === 0 && readAtMs === 0
    case FollowupAudience.unread:
      return isAccepted && readAtMs === 0
    case FollowupAudience.silent:
      return isAccepted && repliedAtMs === 0
    case FollowupAudience.replied:
      return repliedAtMs > 0
  }
}

/** What a patch leaves out must not empty what is there. */
function definedIn<Patch extends object>(patch: Patch): Partial<Patch> {
  const given: Partial<Patch> = { ...patch }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) Reflect.deleteProperty(given, name)
  }
  return given
}
