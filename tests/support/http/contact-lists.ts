import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { asJson, type Person, reportOf } from './app.ts'

/** Lists of contacts, as the calls answer them. */

export const ana = { name: 'Ana', phone: '(61) 99999-0000' }
export const bia = { name: 'Bia', phone: '+55 61 98888-0000' }

export type Wire = { id: string; name: string; created_at: string; contatos: string; total: number }

export async function create(
  { call }: Person,
  contatos: unknown,
  name = 'Clientes',
  origem?: string,
) {
  return reportOf(await call('/api/contacts', asJson({ name, contatos, origem })))
}

/** Name, moment and origin of the stored contacts: no answer shows the last two. */
export async function stored({ read }: ContactLists, userId: string, id: string) {
  const all: [string, string, string][] = []
  for await (const { name, createdAt, origin } of read(userId, id)) {
    all.push([name, createdAt, origin])
  }
  return all
}

export async function lists({ call }: Person, query = ''): Promise<Wire[]> {
  return (await call(`/api/contacts${query}`)).json()
}

export async function contactsOf({ call }: Person, id: string): Promise<unknown> {
  const list: Wire = await (await call(`/api/contacts/${id}`)).json()
  return JSON.parse(list.contatos)
}
