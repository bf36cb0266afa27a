import { api } from '../contract/api/calls.ts'
import { PAGE_LIMIT_DEFAULT } from '../contract/limits.ts'
import type { PersonSend } from '../contract/people/person.ts'
import type { PersonNote } from '../contract/people/person-note.ts'
import { contactSearch } from '../domain/contacts/contact-search.ts'
import { foundPageOf, nextLink } from './answers/paging.ts'
import { readSearchCursor, writeSearchCursor } from './answers/search-cursor.ts'
import { jsonHeaders } from './answers/stream.ts'
import { readTimelineCursor, writeTimelineCursor } from './answers/timeline-cursor.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes of single people, over all campaigns and conversations. */
export function peopleRoutes(services: Services): Binding[] {
  const { people, peopleSearch, personTimelines, settings } = services
  return [
    ...noteRoutes(services),
    bind(api.searchPeople, async ({ c, caller, query }) => {
      const { limit = PAGE_LIMIT_DEFAULT, cursor } = query
      const search = contactSearch(query.q)
      if (!search) return { status: 200, body: [] }
      const from = cursor === undefined ? null : readSearchCursor(cursor)
      const wanted = { search, limit, from, signal: c.req.raw.signal }
      const { matches, next } = await peopleSearch.find(caller.user.id, wanted)
      const link = { next: next && writeSearchCursor(next), basePath: settings.basePath }
      return { status: 200, body: [...matches], headers: { ...jsonHeaders, ...nextLink(c, link) } }
    }),

    bind(api.showPerson, async ({ caller, params }) => ({
      status: 200,
      body: await people.get(caller.user.id, params.phone),
    })),

    bind(api.listPersonMessages, async ({ caller, params }) => ({
      status: 200,
      body: [...(await people.singleMessages(caller.user.id, params.phone))],
    })),

    bind(api.listPersonSends, async ({ c, caller, params, query }) => {
      const { id } = caller.user
      const sends = new Map<string, PersonSend>()
      const { page, next } = await foundPageOf(
        await people.places(id, params.phone),
        { ...query, limit: query.limit ?? PAGE_LIMIT_DEFAULT },
        async (place) => {
          const send = await people.findSend(id, place)
          if (send) sends.set(place.id, send)
          return send !== undefined
        },
      )
      const headers = { ...jsonHeaders, ...nextLink(c, { next, basePath: settings.basePath }) }
      return { status: 200, body: page.flatMap((place) => sends.get(place.id) ?? []), headers }
    }),

    bind(api.showPersonTimeline, async ({ c, caller, params, query }) => {
      const { limit = PAGE_LIMIT_DEFAULT, cursor, kinds, timeZone } = query
      const before = cursor === undefined ? null : readTimelineCursor(cursor)
      const wanted = { kinds, timeZone, limit, before }
      const { next, ...page } = await personTimelines.page(caller.user.id, params.phone, wanted)
      const link = { next: next && writeTimelineCursor(next), basePath: settings.basePath }
      return { status: 200, body: page, headers: { ...jsonHeaders, ...nextLink(c, link) } }
    }),
  ]
}

function noteRoutes({ people, personCards }: Services): Binding[] {
  return [
    bind(api.listPersonNotes, async ({ caller, params, query }) => {
      const names = await people.namesOf(caller.user.id, params.phone)
      const notes = await personCards.listNotes(caller.user.id, names)
      const isAsked = ({ pinnedAt }: PersonNote) => !query.fixadas || pinnedAt !== null
      return { status: 200, body: notes.filter(isAsked) }
    }),

    bind(api.createPersonNote, async ({ caller, params, body }) => {
      const names = await people.namesOf(caller.user.id, params.phone)
      return { status: 201, body: await personCards.addNote(caller.user.id, names, body.texto) }
    }),

    bind(api.updatePersonNote, async ({ caller, params, body }) => {
      const names = await people.namesOf(caller.user.id, params.phone)
      const note = { id: params.id, text: body.texto, isPinned: body.fixada }
      return { status: 200, body: await personCards.changeNote(caller.user.id, names, note) }
    }),

    bind(api.deletePersonNote, async ({ caller, params }) => {
      const names = await people.namesOf(caller.user.id, params.phone)
      await personCards.removeNote(caller.user.id, names, params.id)
      return { status: 204 }
    }),

    bind(api.restorePersonNote, async ({ caller, params }) => {
      const names = await people.namesOf(caller.user.id, params.phone)
      return { status: 200, body: await personCards.restoreNote(caller.user.id, names, params.id) }
    }),
  ]
}
