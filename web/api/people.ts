import { useEffect, useMemo } from 'react'
import { mutate } from 'swr'
import { peopleApi } from '#contract/api/people-api.ts'
import type { AppEvent } from '#contract/events.ts'
import type { PersonNote } from '#contract/people/person-note.ts'
import type { TimelineKind } from '#contract/people/timeline.ts'
import { browserZone } from '../browser-zone.ts'
import { onAppEvent, paced } from './calls/app-events.ts'
import { call, keyOf } from './calls/client.ts'
import { refreshPages, usePages } from './calls/pages.ts'
import { useCall } from './calls/use-call.ts'

const SENDS_A_PAGE = 20
const EVENTS_A_PAGE = 20

/** Events that may change a person: names, opt-outs, chats, and what campaigns found out. */
const changing: ReadonlySet<AppEvent['type']> = new Set([
  ...(['contact_list', 'opt_out', 'message', 'campaign', 'reset'] as const),
])

/** Events that may add to a timeline, or change what is in it. */
const happening: ReadonlySet<AppEvent['type']> = new Set([
  ...(['campaign', 'message', 'bot_reply', 'opt_out', 'person'] as const),
])

/** One person, by the phone or the LID; live. */
export function usePerson(phone: string) {
  const found = useCall(peopleApi.showPerson, { params: { phone } })
  const { mutate } = found
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        if (changing.has(type)) paced(`person ${phone}`, mutate)
      }),
    [phone, mutate],
  )
  return found
}

/** What campaigns sent to a person, the newest first; live. */
export function usePersonSends(phone: string) {
  const input = { params: { phone }, query: { limit: SENDS_A_PAGE } }
  const { pages, ...rest } = usePages(peopleApi.listPersonSends, input, { changedBy: 'campaign' })
  return { ...rest, sends: pages?.flat() }
}

/** What happened with a person, of some kinds or of all where none is named, the newest first; live. */
export function usePersonTimeline(phone: string, kinds: readonly TimelineKind[]) {
  const fuso = browserZone()
  const query = { limit: EVENTS_A_PAGE, fuso, ...(kinds.length > 0 && { tipo: kinds.join(',') }) }
  const input = { params: { phone }, query }
  const options = { changedBy: happening }
  const { pages, ...rest } = usePages(peopleApi.showPersonTimeline, input, options)
  const merged = useMemo(() => {
    if (!pages) return undefined
    // A talk that goes on may stand on two pages until both are read again.
    const events = new Map(pages.flatMap(({ events }) => events).map((each) => [each.id, each]))
    return {
      events: [...events.values()],
      unread: [...new Set(pages.flatMap(({ unread }) => unread))],
    }
  }, [pages])
  return { ...rest, merged }
}

const pinnedOf = (phone: string) => ({ params: { phone }, query: { fixadas: 'true' as const } })

/** The notes that stand above all else of a person, the last pinned first; live. */
export function usePinnedNotes(phone: string) {
  const found = useCall(peopleApi.listPersonNotes, pinnedOf(phone))
  const { mutate: readAgain } = found
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        if (type === 'person' || type === 'reset') paced(`pinned ${phone}`, readAgain)
      }),
    [phone, readAgain],
  )
  return found
}

export async function addPersonNote(phone: string, text: string): Promise<PersonNote> {
  const note = await call(peopleApi.createPersonNote, { params: { phone }, body: { texto: text } })
  await refreshTimeline(phone)
  return note
}

export async function changePersonNote(
  phone: string,
  { id, text }: Pick<PersonNote, 'id' | 'text'>,
): Promise<void> {
  await call(peopleApi.updatePersonNote, { params: { phone, id }, body: { texto: text } })
  await refreshTimeline(phone)
}

/** Puts a note above all else of a person, or back into its place. */
export async function pinPersonNote(
  phone: string,
  { id, isPinned }: { readonly id: string; readonly isPinned: boolean },
): Promise<void> {
  await call(peopleApi.updatePersonNote, { params: { phone, id }, body: { fixada: isPinned } })
  await refreshTimeline(phone)
}

export async function removePersonNote(phone: string, id: string): Promise<void> {
  await call(peopleApi.deletePersonNote, { params: { phone, id } })
  await refreshTimeline(phone)
}

export async function restorePersonNote(phone: string, id: string): Promise<void> {
  await call(peopleApi.restorePersonNote, { params: { phone, id } })
  await refreshTimeline(phone)
}

async function refreshTimeline(phone: string): Promise<void> {
  await mutate(keyOf(peopleApi.listPersonNotes, pinnedOf(phone)))
  await refreshPages(keyOf(peopleApi.showPersonTimeline, { params: { phone }, query: {} }))
}
