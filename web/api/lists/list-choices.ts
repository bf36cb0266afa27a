import { contactApi } from '#contract/api/contact-api.ts'
import { FORM_PREVIEW_CONTACTS } from '#contract/limits.ts'
import { useCall } from '../calls/use-call.ts'

/** All lists that a campaign may go to, newest first, each with its first contacts. */
export function useListChoices() {
  return useCall(contactApi.listContactLists, { query: { preview: FORM_PREVIEW_CONTACTS } })
}
