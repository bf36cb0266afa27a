import { anApp, asForm, reportOf } from './app.ts'
import type { SharedApp } from './shared-app.ts'

type Fields = Readonly<Record<string, string>>
type Bytes = string | Uint8Array<ArrayBuffer>
export type ImportedRow = {
  readonly name: string
  readonly phone: string
  readonly campos?: object
}

/** A user who uploads and exports CSV files; in an app of their own unless one is given. */
export async function anImporter(app?: SharedApp) {
  const { register, ...rest } = app ?? (await anApp())
  const person = await register()
  const send = (bytes: Bytes, fields: Fields = {}) =>
    person.call('/api/contacts/import', asForm(fields, { field: 'file', bytes }))
  const contactsOf = async (id: string): Promise<ImportedRow[]> => {
    const list: { contatos: string } = await (await person.call(`/api/contacts/${id}`)).json()
    return JSON.parse(list.contatos)
  }
  const imported = async (bytes: Bytes, fields?: Fields) => {
    const report = await reportOf(await send(bytes, fields))
    return { report, contacts: await contactsOf(report.id) }
  }
  const exported = async (id: string, separator: ',' | ';') => {
    const query = separator === ';' ? '?sep=%3B' : ''
    const response = await person.call(`/api/contacts/${id}/export${query}`)
    return new Uint8Array(await response.arrayBuffer())
  }
  return { ...rest, person, send, contactsOf, imported, exported }
}

/** Lines of a file. */
export const lines = (...all: string[]) => `${all.join('\n')}\n`
