import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { AreaCode } from '../phones/area-code.ts'
import { hasTooManyColumns, TOO_MANY_COLUMNS } from './contact-columns.ts'
import { ListName } from './list-name.ts'

/** Where a contact came from. */
export const ContactOrigin = z.enum(
  ['manual', 'csv', 'api'],
  'A origem é "manual", "csv" ou "api".',
)
export type ContactOrigin = z.infer<typeof ContactOrigin>

/** Values of a CSV's further columns, by their header. */
const Fields = z.record(z.string(), z.string())

/** A contact of a list; `phone` is E.164 digits. */
export const Contact = z.object({
  name: z.string(),
  phone: z.string(),
  fields: Fields.optional(),
})
export type Contact = z.infer<typeof Contact>

const ContactWire = z.object({
  name: z.string(),
  phone: z.string(),
  campos: Fields.optional(),
})
export type ContactWire = z.infer<typeof ContactWire>

export function toContactWire({ name, phone, fields }: Contact): ContactWire {
  return fields ? { name, phone, campos: fields } : { name, phone }
}

/** Reads the contacts in `contatos` of an answer, which is JSON text. */
export function readContacts(contatos: string): Contact[] {
  const wire = z.array(ContactWire).parse(JSON.parse(contatos))
  return wire.map(({ campos, ...same }) => (campos ? { ...same, fields: campos } : same))
}

/**
 * A contact as a caller sent it, unchecked. Each row is checked when it is read, so that one bad
 * row spoils no other and a quarter of a million rows do not block the process.
 */
type ContactInputWire = {
  readonly name?: unknown
  readonly phone?: unknown
  readonly campos?: Readonly<Record<string, unknown>> | null | undefined
}
const cell = { type: ['string', 'number', 'null'] }
const ContactRowsIn = z.custom<readonly ContactInputWire[]>().meta({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: cell,
      phone: cell,
      campos: { type: ['object', 'null'], additionalProperties: cell },
    },
  },
})
export type ContactInput = {
  readonly name: string
  readonly phone: string
  readonly fields?: Record<string, string>
  /** Why the row cannot be read at all, as a Portuguese sentence. */
  readonly problem?: string
}

/** `contatos` of a list as input: JSON text of an array, or the array itself. */
const ContactsIn = z
  .union([z.string(), ContactRowsIn])
  .transform((value, context): Iterable<ContactInput> => {
    const rows: unknown = typeof value === 'string' ? parseArray(value) : value
    if (isRows(rows)) return inputsOf(rows)
    context.addIssue('Os contatos precisam ser uma lista de {name, phone}.')
    return z.NEVER
  })

const checkedRows = new WeakSet<readonly unknown[]>()
/** For code that reads large bodies: rows that were accepted are not checked once more. */
export const contactRows = {
  field: 'contatos',
  isRow,
  accept: (rows: readonly unknown[]) => {
    checkedRows.add(rows)
  },
}

function isRows(value: unknown): value is readonly ContactInputWire[] {
  return Array.isArray(value) && (checkedRows.has(value) || value.every(isRow))
}

function isRow(value: unknown): value is ContactInputWire {
  if (!isRecord(value)) return false
  const { campos } = value
  return campos === undefined || campos === null || isRecord(campos)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Converts each row only when it is read; iterating again starts from the first row. */
function inputsOf(rows: readonly ContactInputWire[]): Iterable<ContactInput> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) yield toInput(row)
    },
  }
}

function parseArray(text: string): unknown {
  if (text.trim() === '') return []
  try {
    return JSON.parse(text)
  } catch (error) {
    // Anything that is not JSON is refused by the schema like any other wrong type.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function toInput({ name, phone, campos }: ContactInputWire): ContactInput {
  if (hasTooManyColumns(campos)) {
    return { name: cellText(name), phone: cellText(phone), problem: contactErrors.too_many_columns }
  }
  const cells = Object.entries(campos ?? {})
  const isReadable = [name, phone, ...cells.map(([, cell]) => cell)].every(isCell)
  return {
    name: cellText(name),
    phone: cellText(phone),
    ...(campos && {
      fields: Object.fromEntries(cells.map(([column, cell]) => [column, cellText(cell)])),
    }),
    ...(!isReadable && { problem: contactErrors.not_text }),
  }
}

/** Whether a value can be the content of a table's cell. */
function isCell(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Empty for null and undefined: the text `null` would go out as a contact's name. */
function cellText(value: unknown): string {
  return value === undefined || value === null || !isCell(value) ? '' : String(value)
}

/** Contacts to add and, for a caller that knows better than the server, their origin. */
export const AppendBody = z.object({
  contatos: ContactsIn,
  origem: ContactOrigin.optional(),
  ddd: AreaCode.optional(),
})
export const ContactListBody = AppendBody.extend({ name: ListName.nullish() })

/** A contact list without its contacts. */
export const ContactList = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  total: z.int().min(0),
})
export type ContactList = z.infer<typeof ContactList>

/** A list on the wire; `contatos` is JSON text. Real answers are streamed, not built with this. */
export const ContactListJson = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  contatos: z.string(),
  total: z.int().min(0),
})
export const ContactListsJson = z.array(ContactListJson)

export const InvalidContact = z.object({
  /** Position among the rows given, from 0. */
  index: z.int().min(0),
  /** Line of the file, from 1; only for a CSV. */
  line: z.int().min(1).optional(),
  name: z.string(),
  phone: z.string(),
  reason: z.string(),
})
export type InvalidContact = z.infer<typeof InvalidContact>

/** The counts and refused rows of one create, append or import. */
export const ContactReportJson = z.object({
  id: z.string(),
  name: z.string(),
  total: z.int().min(0),
  added: z.int().min(0),
  updated: z.int().min(0).optional(),
  duplicates: z.int().min(0),
  invalid: z.array(InvalidContact),
  /** Accepted phones of other countries, where there are any. */
  foreign: z.object({ count: z.int().min(1), sample: z.array(z.string()) }).optional(),
  warnings: z.array(z.string()).optional(),
})
export type ContactReport = z.infer<typeof ContactReportJson>

/** What an import would report: `total` is what the list would have. */
export const ImportCheckJson = ContactReportJson.omit({ id: true, name: true, updated: true })
export type ImportCheck = z.infer<typeof ImportCheckJson>

/** Why a row is refused. */
export const contactErrors = {
  phone_missing: 'Sem telefone.',
  phone_invalid: 'Telefone inválido.',
  phone_no_area: 'Telefone sem DDD.',
  phone_unknown_area: 'Este DDD não existe.',
  phone_short: 'Telefone curto demais: faltam dígitos.',
  phone_long: 'Telefone longo demais: há dígitos a mais.',
  phone_two: 'Dois telefones na mesma célula: deixe um só.',
  phone_service: 'Número de serviço (0800, 4004, 190…) não recebe WhatsApp.',
  phone_scientific: 'Telefone em notação científica: formate a coluna como texto na planilha.',
  too_many_columns: TOO_MANY_COLUMNS,
  not_text: 'Nome, telefone e campos precisam ser texto.',
  name_too_long: `O nome passa de ${NAME_MAX_LENGTH} caracteres.`,
} as const
export type ContactErrorCode = keyof typeof contactErrors

/** Name to show; a list without one is named after its id. */
export function listName(list: Pick<ContactList, 'id' | 'name'>): string {
  return list.name === '' ? `Lista #${list.id}` : list.name
}

/** Name of the file a list is exported to. */
export function exportFileName(list: Pick<ContactList, 'id' | 'name'>): string {
  return `${listName(list).trim().replace(/\s+/g, '_')}.csv`
}

/** Name of the file with the refused rows of a file. */
export function refusedFileName(fileName: string): string {
  return `${fileName.replace(/\.[^.]+$/, '')}_invalidos.csv`
}
