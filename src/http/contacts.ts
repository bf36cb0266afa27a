import type { z } from 'zod'
import { api } from '../contract/api/calls.ts'
import { CampaignStatus } from '../contract/campaigns/campaign-status.ts'
import {
  type AppendBody,
  type Contact,
  type ContactList,
  type ContactOrigin,
  exportFileName,
  toContactWire,
} from '../contract/contacts/contact-list.ts'
import { AppError } from '../contract/errors.ts'
import type { Caller } from '../domain/accounts/credentials.ts'
import { contactSearch } from '../domain/contacts/contact-search.ts'
import { contactsCsv } from './answers/contacts-csv.ts'
import { type CsvSeparator, csvHeaders } from './answers/csv.ts'
import { foundPageOf, nextLink, pageOf } from './answers/paging.ts'
import { jsonHeaders, streamText } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import { inOrder } from './lists/list-order.ts'
import type { Services } from './services.ts'

/** Newest campaigns that sorting lists by use looks at: a long history is not read further. */
const CAMPAIGNS_LOOKED_AT = 1_000
const begun = Object.values(CampaignStatus).filter((status) => status !== CampaignStatus.draft)

/** Routes of contact lists. Answers with contacts are streamed: a list may have a million. */
export function contactRoutes(services: Services): Binding[] {
  const { contacts, campaigns, log, settings } = services
  const onFault = (error: unknown) => log.error({ err: error }, 'contacts cut off')

  return [
    bind(api.listContactLists, async ({ c, caller, query }) => {
      const userId = caller.user.id
      const { q = '', preview } = query
      const { signal } = c.req.raw
      const lists = await inOrder(await contacts.list(userId), query.ordem ?? 'novas', () =>
        campaigns.listWithStatus(userId, { statuses: begun, limit: CAMPAIGNS_LOOKED_AT }),
      )
      const search = contactSearch(q)
      const { page, next } = search
        ? await foundPageOf(lists, query, (list) =>
            contacts.holds(userId, list, { search, signal }),
          )
        : pageOf(lists, query)
      const headers = { ...jsonHeaders, ...nextLink(c, { next, basePath: settings.basePath }) }
      return streamText(listsJson(userId, page, preview), { headers, onFault })
    }),

    bind(api.getContactList, async ({ caller, params }) => {
      const list = await contacts.get(caller.user.id, params.id)
      const read = contacts.read(caller.user.id, list.id)
      return streamText(listJson(list, read), { headers: jsonHeaders, onFault })
    }),

    bind(api.createContactList, async ({ caller, body }) => {
      const input = { name: body.name ?? '', ...rowsOf(caller, body) }
      return { status: 201, body: await contacts.create(caller.user.id, input) }
    }),

    bind(api.importContacts, async ({ c, caller, once }) => {
      // Loads the CSV reader when the first CSV comes.
      const { importCsv } = await import('./requests/tables/csv-import.ts')
      return importCsv(services, { c, caller, once })
    }),

    bind(api.checkImport, async ({ c, caller }) => {
      const { checkCsv } = await import('./requests/tables/csv-import.ts')
      return checkCsv(services, { c, caller })
    }),

    bind(api.refusedRows, async ({ c }) => {
      const { answerRefusedRows } = await import('./requests/tables/csv-import.ts')
      return answerRefusedRows(services, { c, onFault })
    }),

    bind(api.appendContacts, async ({ caller, params, body }) => {
      const given = rowsOf(caller, body)
      return { status: 200, body: await contacts.append(caller.user.id, params.id, given) }
    }),

    bind(api.replaceContactList, async ({ caller, params, body }) => {
      const input = { name: body.name ?? '', ...rowsOf(caller, body) }
      return { status: 200, body: await contacts.replace(caller.user.id, params.id, input) }
    }),

    bind(api.deleteContactList, async ({ caller, params, query }) => {
      await contacts.remove(caller.user.id, params.id, { force: query.force ?? false })
      return { status: 204 }
    }),

    bind(api.restoreContactList, async ({ caller, params }) => {
      await contacts.restore(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.exportContacts, async ({ caller, params, query }) => {
      const list = await contacts.get(caller.user.id, params.id)
      const pieces = await listCsv(caller.user.id, params.id, query.sep ?? ',')
      return streamText(pieces, { headers: csvHeaders(exportFileName(list)), onFault })
    }),
  ]

  async function* listsJson(userId: string, lists: readonly ContactList[], preview?: number) {
    let separator = '['
    for (const list of lists) {
      yield separator
      yield* listJson(list, readable(userId, list.id, preview))
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  }

  /** Skips a list that is damaged or was just deleted, so that the others are still answered. */
  async function* readable(userId: string, id: string, preview?: number) {
    try {
      yield* contacts.read(userId, id, preview === undefined ? {} : { limit: preview })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, listId: id }, 'a list is shown without its contacts')
    }
  }

  async function listCsv(userId: string, id: string, separator: CsvSeparator) {
    const further = await contacts.fieldNames(userId, id)
    return contactsCsv(contacts.read(userId, id), { further, separator })
  }
}

/** Writes a list; `contatos` is JSON text inside JSON, so each contact is encoded twice. */
async function* listJson(list: ContactList, contacts: AsyncIterable<Contact>) {
  const { id, name, createdAt, total } = list
  yield `${JSON.stringify({ id, name, created_at: createdAt, total }).slice(0, -1)},"contatos":"[`
  let separator = ''
  for await (const contact of contacts) {
    yield separator + JSON.stringify(JSON.stringify(toContactWire(contact))).slice(1, -1)
    separator = ','
  }
  yield ']"}'
}

function rowsOf(caller: Caller, body: z.output<typeof AppendBody>) {
  return { rows: body.contatos, origin: originOf(caller, body), ddd: body.ddd }
}

/**
 * The origin of new contacts, where the caller gave none, by the sign-in: the console has a token,
 * programs use the apikey.
 */
function originOf(
  { session }: Caller,
  { origem }: { readonly origem?: ContactOrigin | undefined },
): ContactOrigin {
  return origem ?? (session ? 'manual' : 'api')
}
