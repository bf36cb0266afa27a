import { useEffect } from 'react'
import { peopleApi } from '#contract/api/people-api.ts'
import type { AppEvent } from '#contract/events.ts'
import { onAppEvent, paced } from './calls/app-events.ts'
import { usePages } from './calls/pages.ts'
import { useCall } from './calls/use-call.ts'

const SENDS_A_PAGE = 20

/** What may change who a person is: names, opt-outs, chats, and what campaigns found out. */
const changing: ReadonlySet<AppEvent['type']> = new Set([
  ...(['contact_list', 'opt_out', 'message', 'campaign', 'reset'] as const),
])

/** What may add a message to a conversation. */
const sending: ReadonlySet<AppEvent['type']> = new Set(['message', 'reset'])

/** One person, by the phone or the LID; live. */
export function usePerson(phone: string) {
  const found = useCall(peopleApi.showPerson, { params: { phone } })
  useRefresh(`person ${phone}`, changing, found.mutate)
  return found
}

/** What was sent to a person beside campaigns, the newest first; live. */
export function usePersonMessages(phone: string) {
  const found = useCall(peopleApi.listPersonMessages, { params: { phone } })
  useRefresh(`messages of ${phone}`, sending, found.mutate)
  return found
}

function useRefresh(
  what: string,
  types: ReadonlySet<AppEvent['type']>,
  refresh: () => Promise<unknown>,
): void {
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        if (types.has(type)) paced(what, refresh)
      }),
    [what, types, refresh],
  )
}

/** What campaigns sent to a person, the newest first; live. */
export function usePersonSends(phone: string) {
  const input = { params: { phone }, query: { limit: SENDS_A_PAGE } }
  const { pages, ...rest } = usePages(peopleApi.listPersonSends, input, { changedBy: 'campaign' })
  return { ...rest, sends: pages?.flat() }
}
