import { api } from '../../contract/api/calls.ts'
import { toContactWire } from '../../contract/contacts/contact-list.ts'
import { CHOSEN_ROWS_MAX } from '../../contract/contacts/list-rows.ts'
import { fromViewQuery } from '../../contract/contacts/list-view-query.ts'
import { PAGE_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { ContactPage } from '../../domain/contacts/contact-list-store.ts'
import { contactSearch } from '../../domain/contacts/contact-search.ts'
import { nextLink } from '../answers/paging.ts'
import { jsonHeaders, jsonObject, streamText } from '../answers/stream.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

type FoundRows = Pick<ContactPage, 'fieldNames' | 'contacts'>

/** Routes of the rows of a list. */
export function listRowRoutes({ listRows, settings, log }: Services): Binding[] {
  /** An answer with thousands of rows, made row by row. */
  const inPieces = (
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
  ) =>
    streamText(jsonObject(body), {
      headers,
      onFault: (error) => log.error({ err: error }, 'rows of a list cut off'),
    })
  const toRowsWire = async (userId: string, { fieldNames, contacts }: FoundRows) => ({
    colunas: [...fieldNames],
    contatos: contacts.map(toContactWire),
    descadastrados: await listRows.optedOutOf(userId, contacts),
  })
  return [
    bind(api.listRows, async ({ c, caller, params, query }) => {
      const { q = '', cursor, limit = PAGE_LIMIT_DEFAULT } = query
      const search = contactSearch(q) ?? undefined
      const { signal } = c.req.raw
      const page = { cursor, limit, search, signal }
      const { list, fieldNames, contacts, next } = await listRows.page(
        caller.user.id,
        params.id,
        page,
      )
      const { id, name, createdAt, total } = list
      const rows = await toRowsWire(caller.user.id, { fieldNames, contacts })
      const headers = { ...jsonHeaders, ...nextLink(c, { next, basePath: settings.basePath }) }
      return inPieces({ id, name, created_at: createdAt, total, ...rows }, headers)
    }),

    bind(api.viewRows, async ({ c, caller, params, query }) => {
      const { desde: from = 0, limit = PAGE_LIMIT_DEFAULT } = query
      const { signal } = c.req.raw
      const wanted = { view: fromViewQuery(query), from, limit, signal }
      const { list, fieldNames, contacts, version, foundCount } = await listRows.viewRows(
        caller.user.id,
        params.id,
        wanted,
      )
      const { id, name, createdAt, total } = list
      const rows = await toRowsWire(caller.user.id, { fieldNames, contacts })
      const facts = { total, versao: version, achados: foundCount }
      return inPieces({ id, name, created_at: createdAt, ...facts, ...rows }, jsonHeaders)
    }),

    bind(api.viewPhones, async ({ c, caller, params, query }) => {
      const { signal } = c.req.raw
      const wanted = { view: fromViewQuery(query), limit: CHOSEN_ROWS_MAX, signal }
      const found = await listRows.viewPhones(caller.user.id, params.id, wanted)
      const { phones, version, foundCount } = found
      return inPieces({ versao: version, achados: foundCount, telefones: phones }, jsonHeaders)
    }),

    bind(api.changeRows, async ({ caller, params, body }) =>
      inPieces(await listRows.change(caller.user.id, params.id, body), jsonHeaders),
    ),

    bind(api.moveRows, async ({ caller, params, body }) => {
      const { contatos, lista, name = '', manter = false } = body
      const to = lista === undefined ? { name } : { listId: lista }
      const wanted = { phones: contatos, to, isCopy: manter }
      return { status: 200, body: await listRows.move(caller.user.id, params.id, wanted) }
    }),
  ]
}
