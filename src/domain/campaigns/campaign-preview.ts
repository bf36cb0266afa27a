import type { CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import {
  type CampaignPreview,
  type Exclusion,
  ExclusionReason,
} from '../../contract/campaigns/campaign-preview.ts'
import { AppError } from '../../contract/errors.ts'
import { DEFAULT_INTERVAL_SECONDS } from '../../contract/limits.ts'
import { withOptOutFooter } from '../../contract/optouts/opt-out-words.ts'
import { toIso } from '../clock.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'
import { createPhoneSet, phoneNumber } from '../contacts/phone-set.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import { createTextSurvey } from './text-survey.ts'

export type CampaignPreviews = ReturnType<typeof createCampaignPreviews>

/** Shows what a campaign would send, and stores or sends nothing itself. */
export function createCampaignPreviews({
  lists,
  isOptedOut,
  now,
}: {
  readonly lists: Pick<ContactListStore, 'find' | 'read' | 'fieldNames'>
  readonly isOptedOut: IsOptedOut
  readonly now: () => number
}) {
  return { preview }

  /** @throws AppError `list_unknown` */
  async function preview(userId: string, plan: CampaignPatch): Promise<CampaignPreview> {
    const listId = plan.contactListId || null
    if (listId !== null && !(await lists.find(userId, listId))) {
      throw new AppError('list_unknown', listId)
    }
    const columns = listId === null ? [] : await lists.fieldNames(userId, listId)
    const survey = createTextSurvey(textOf(plan), columns)
    const excluded = listId === null ? [] : await readList(userId, listId, survey)
    const recipients = survey.recipientCount()
    return {
      total: excluded.reduce((sum, { count }) => sum + count, recipients),
      recipients,
      excluded,
      samples: survey.samples(),
      ...spanOf(plan, recipients),
      warnings: survey.warnings(),
      columns: [...columns],
    }
  }

  /** @returns who gets nothing: phones that are there again, and who asked for no more messages */
  async function readList(
    userId: string,
    listId: string,
    survey: ReturnType<typeof createTextSurvey>,
  ): Promise<Exclusion[]> {
    const phones = createPhoneSet()
    const excluded = new Map<ExclusionReason, Exclusion>()
    const leaveOut = (reason: ExclusionReason, phone: string) => {
      const { count, sample } = excluded.get(reason) ?? { count: 0, sample: phone }
      excluded.set(reason, { reason, count: count + 1, sample })
    }
    for await (const contact of lists.read(userId, listId)) {
      const { phone } = contact
      if (!phones.add(phoneNumber(contact))) leaveOut(ExclusionReason.duplicate, phone)
      else if (isOptedOut(userId, { phone, lid: null })) leaveOut(ExclusionReason.optedOut, phone)
      else survey.add(contact)
    }
    return [...excluded.values()]
  }

  function spanOf(plan: CampaignPatch, recipients: number) {
    const planned = plan.scheduledAt ? Date.parse(plan.scheduledAt) : 0
    const startMs = Math.max(planned, now())
    const shortest = plan.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS
    // The mean of a uniformly drawn interval.
    const seconds = (shortest + (plan.maxIntervalSeconds ?? shortest)) / 2
    const endMs = startMs + Math.max(0, recipients - 1) * seconds * 1000
    return { startsAt: toIso(startMs), endsAt: toIso(endMs) }
  }
}

function textOf({ text, hasOptOutFooter }: CampaignPatch): string {
  return withOptOutFooter(text ?? '', hasOptOutFooter ?? false)
}
