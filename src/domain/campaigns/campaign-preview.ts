import type { CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import {
  type CampaignPreview,
  type Exclusion,
  ExclusionReason,
} from '../../contract/campaigns/campaign-preview.ts'
import { AppError } from '../../contract/errors.ts'
import { DEFAULT_INTERVAL_SECONDS } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'
import { createPhoneSet, phoneNumber } from '../contacts/phone-set.ts'
import { createTextSurvey } from './text-survey.ts'

export type CampaignPreviews = ReturnType<typeof createCampaignPreviews>

/** Shows what a campaign would send, and stores or sends nothing itself. */
export function createCampaignPreviews({
  lists,
  now,
}: {
  readonly lists: Pick<ContactListStore, 'find' | 'read' | 'fieldNames'>
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
    const survey = createTextSurvey(plan.text ?? '', columns)
    const duplicates = listId === null ? null : await readList(userId, listId, survey)
    const recipients = survey.recipientCount()
    return {
      total: recipients + (duplicates?.count ?? 0),
      recipients,
      excluded: duplicates ? [duplicates] : [],
      samples: survey.samples(),
      ...spanOf(plan, recipients),
      warnings: survey.warnings(),
      columns: [...columns],
    }
  }

  /** @returns phones that are in the list more than once; each gets one message */
  async function readList(
    userId: string,
    listId: string,
    survey: ReturnType<typeof createTextSurvey>,
  ): Promise<Exclusion | null> {
    const phones = createPhoneSet()
    let count = 0
    let sample = ''
    for await (const contact of lists.read(userId, listId)) {
      if (phones.add(phoneNumber(contact))) {
        survey.add(contact)
        continue
      }
      count += 1
      sample ||= contact.phone
    }
    return count === 0 ? null : { reason: ExclusionReason.duplicate, count, sample }
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
