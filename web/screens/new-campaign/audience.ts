import { useMemo } from 'react'
import { type Contact, type ContactList, readContacts } from '#contract/contact-list.ts'
import { createTemplateSurvey, findingText } from '#contract/template-survey.ts'
import type { CallError } from '../../api/call-error.ts'
import { useListChoices } from '../../api/list-choices.ts'
import type { CampaignDraft } from './campaign-draft.ts'

export type Audience = {
  /** `undefined`: not read yet. */
  readonly lists: readonly Pick<ContactList, 'id' | 'name' | 'total'>[] | undefined
  readonly chosen: Pick<ContactList, 'id' | 'name' | 'total'> | undefined
  /** The first of the chosen list. */
  readonly contacts: readonly Contact[]
  /** Further columns of the chosen list, as they are headed. */
  readonly columns: readonly string[]
  /** What of the text will not read as meant. */
  readonly warnings: readonly string[]
  readonly error: CallError | undefined
  readonly retry: () => Promise<unknown>
}

/** The chosen list, and how the text suits it. */
export function useAudience({ contactListId, text }: CampaignDraft): Audience {
  const { data: lists, error, mutate } = useListChoices()
  const chosen = lists?.find(({ id }) => id === contactListId)
  const contatos = chosen?.contatos
  const contacts = useMemo(() => (contatos ? readContacts(contatos) : []), [contatos])
  const survey = createTemplateSurvey(text)
  for (const contact of contacts) survey.add(contact)
  return {
    lists,
    chosen,
    contacts,
    columns: survey.columns(),
    warnings: survey.findings().map(findingText),
    error,
    retry: () => mutate(),
  }
}
