import { useMemo } from 'react'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview, Warning } from '#contract/campaigns/campaign-preview.ts'
import { variablesOf } from '#contract/campaigns/template.ts'
import { type Contact, type ContactList, readContacts } from '#contract/contacts/contact-list.ts'
import type { CallError } from '../../api/calls/call-error.ts'
import { useCampaignPreview, useLivePreviews } from '../../api/campaigns/campaign-preview.ts'
import { useListChoices } from '../../api/lists/list-choices.ts'
import { audiencePlanOf, type CampaignDraft } from './campaign-draft.ts'

type ListChoice = Pick<ContactList, 'id' | 'name' | 'total'>

export type Audience = {
  /** `undefined`: not read yet. */
  readonly lists: readonly ListChoice[] | undefined
  readonly chosen: ListChoice | undefined
  /** The first of the chosen list. */
  readonly contacts: readonly Contact[]
  /** Who gets the campaign, whatever it says; null: no list is chosen. */
  readonly plan: CampaignPatch | null
  /** The audience within the whole list; `undefined` until the server has counted it. */
  readonly preview: CampaignPreview | undefined
  /** Variables of the text that will not read as meant. */
  readonly warnings: readonly Warning[]
  readonly error: CallError | undefined
  readonly retry: () => Promise<unknown>
}

/** The chosen list, and how the text reads for its contacts; live. */
export function useAudience(draft: CampaignDraft): Audience {
  const { contactListId, deviceId, text, variants } = draft
  const { data: lists, error, mutate } = useListChoices()
  const chosen = lists?.find(({ id }) => id === contactListId)
  const contatos = chosen?.contatos
  const contacts = useMemo(() => (contatos ? readContacts(contatos) : []), [contatos])
  // Only the variables of the text count, so that not every letter typed asks the server again.
  const asked = (each: string) =>
    variablesOf(each)
      .map(({ written }) => written)
      .join(' ')
  const plan = chosen ? audiencePlanOf(withoutGone(draft, lists)) : null
  const { data: survey } = useCampaignPreview(
    plan && { ...plan, text: asked(text), variants: variants.map(asked) },
  )
  // Asked without the text, so that a new variable does not take the counts off the screen.
  const { data: preview } = useCampaignPreview(
    plan && { ...plan, text: '', deviceId: deviceId || null },
  )
  useLivePreviews()
  const warnings = survey?.warnings ?? []
  return { lists, chosen, contacts, plan, preview, warnings, error, retry: () => mutate() }
}

/** Lists that are gone are refused when the campaign is saved; until then the others count. */
function withoutGone(draft: CampaignDraft, lists: Audience['lists'] = []): CampaignDraft {
  const moreListIds = draft.moreListIds.filter((id) => lists.some((list) => list.id === id))
  return { ...draft, moreListIds }
}
