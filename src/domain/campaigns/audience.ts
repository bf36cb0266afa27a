import { createFilterCheck, listIdsOf } from '../../contract/campaigns/audience.ts'
import { ExclusionReason } from '../../contract/campaigns/campaign-preview.ts'
import { AppError, errorCatalogue } from '../../contract/errors.ts'
import type { ContactListStore, StoredContact } from '../contacts/contact-list-store.ts'
import { createPhoneSet, identityOf } from '../contacts/phone-set.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import type { CampaignRecord } from './campaign-record.ts'

const exclusionFaults = {
  unknown: 'Esta campanha não existe.',
  itself: 'Uma campanha não pode excluir a si mesma.',
} as const

export type Audiences = ReturnType<typeof createAudiences>

/** What decides who gets a campaign. */
export type AudiencePlan = Pick<
  CampaignRecord,
  'contactListId' | 'moreListIds' | 'filters' | 'exclusion'
>

/** A person of an audience, whichever way their number is written (`identityOf`). */
export type Person = { readonly identity: number; readonly phone: string }

/** Leaves contacts out of an audience; called once for each that would be in it. */
export type AudienceRule = {
  readonly reason: ExclusionReason
  excludes(person: Person): boolean
}

/**
 * Prepares a rule for one audience: all that takes time happens here, before the first contact is
 * read. `undefined`: nobody is left out by it.
 */
export type Excluder = (
  userId: string,
  plan: AudiencePlan,
  signal?: AbortSignal,
) => Promise<AudienceRule | undefined>

/** A contact of the lists, and why it is left out; null: it gets the campaign. */
export type Judged = {
  readonly contact: StoredContact
  readonly identity: number
  readonly reason: ExclusionReason | null
}

/**
 * Decides who of a campaign's lists gets it: its start freezes what this says, and its preview
 * counts the same. Contacts are streamed, so that lists of any size cost no memory but a number
 * for each person.
 */
export function createAudiences({
  lists,
  excluders,
  ownsCampaign,
}: {
  readonly lists: Pick<ContactListStore, 'find' | 'read' | 'fieldNames'>
  /** In this order: the first that leaves a contact out gives the reason. */
  readonly excluders: readonly Excluder[]
  /** Also of campaigns that were deleted, as long as it is known whose they were. */
  readonly ownsCampaign: (userId: string, campaignId: string) => Promise<boolean>
}) {
  return { check, columns, read }

  /**
   * @param campaignId whose plan it is, where it has an id already
   * @throws AppError `list_unknown`, `invalid` for excluded campaigns that are not the user's, or
   * are the campaign itself
   */
  async function check(userId: string, plan: AudiencePlan, campaignId?: string): Promise<void> {
    for (const id of listIdsOf(plan)) {
      if (!(await lists.find(userId, id))) throw unknownList(plan, id)
    }
    const details = []
    for (const [place, id] of (plan.exclusion?.campaignIds ?? []).entries()) {
      const isOwn = id === campaignId
      if (!isOwn && (await ownsCampaign(userId, id))) continue
      const message = isOwn ? exclusionFaults.itself : exclusionFaults.unknown
      details.push({ path: `excluir.campanhas.${place}`, message })
    }
    if (details.length > 0) throw new AppError('invalid', 'excluded campaigns', { details })
  }

  /**
   * Headers of the further columns of all lists, in the order they were first seen.
   * @throws AppError `list_not_found`, `list_damaged`
   */
  async function columns(userId: string, plan: AudiencePlan): Promise<readonly string[]> {
    const names = new Set<string>()
    for (const id of listIdsOf(plan)) {
      for (const name of await lists.fieldNames(userId, id)) names.add(name)
    }
    return [...names]
  }

  /**
   * Prepares the rules, and resolves to a stream that judges every contact, list by list; reading
   * the stream looks at no campaign any more. Of a person with several contacts the first that
   * meets the filters counts.
   */
  async function read(
    userId: string,
    plan: AudiencePlan,
    signal?: AbortSignal,
  ): Promise<AsyncGenerator<Judged, void, undefined>> {
    const rules: AudienceRule[] = []
    for (const prepare of excluders) {
      const rule = await prepare(userId, plan, signal)
      if (rule) rules.push(rule)
    }
    return judge(userId, plan, { rules, signal })
  }

  async function* judge(
    userId: string,
    plan: AudiencePlan,
    given: { readonly rules: readonly AudienceRule[]; readonly signal: AbortSignal | undefined },
  ): AsyncGenerator<Judged, void, undefined> {
    const { rules, signal } = given
    const meetsFilters = createFilterCheck(plan.filters)
    const met = createPhoneSet()
    for (const id of listIdsOf(plan)) {
      for await (const contact of lists.read(userId, id)) {
        signal?.throwIfAborted()
        const identity = identityOf(contact)
        yield { contact, identity, reason: reasonFor(contact, { identity, phone: contact.phone }) }
      }
    }

    function reasonFor(contact: StoredContact, person: Person): ExclusionReason | null {
      if (!meetsFilters(contact)) return ExclusionReason.filtered
      if (!met.add(person.identity)) return ExclusionReason.duplicate
      return rules.find((rule) => rule.excludes(person))?.reason ?? null
    }
  }
}

/** Leaves out everyone who asked for no more messages. */
export function createOptOutExcluder(isOptedOut: IsOptedOut): Excluder {
  return async (userId) => ({
    reason: ExclusionReason.optedOut,
    excludes: ({ phone }) => isOptedOut(userId, { phone, lid: null }),
  })
}

function unknownList({ contactListId, moreListIds }: AudiencePlan, id: string): AppError {
  const path = id === contactListId ? 'contatos' : `listas.${moreListIds.indexOf(id)}`
  const message = errorCatalogue.list_unknown.text
  return new AppError('list_unknown', id, { details: [{ path, message }] })
}
