import { useReducer } from 'react'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { checkContactRow } from '#contract/contacts/contact-row.ts'
import { formatPhone } from '../../format.ts'
import type { PastedContact } from './pasted-contacts.ts'

/** A contact as it is being typed. */
export type ContactDraft = {
  readonly key: string
  readonly name: string
  readonly phone: string
  /** What it was when the form opened. */
  readonly original?: Contact
  readonly isChanged: boolean
}

/** What is wrong with the fields of a row. */
type Refusal = { readonly name?: string; readonly phone?: string }

export type DraftErrors = Refusal & {
  /** The row as it was refused. */
  readonly draft: ContactDraft
}

type Drafts = { readonly rows: readonly ContactDraft[]; readonly nextKey: number }

type Change =
  | {
      readonly type: 'type'
      readonly key: string
      readonly field: 'name' | 'phone'
      readonly value: string
    }
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'add' }
  | { readonly type: 'paste'; readonly key: string; readonly contacts: readonly PastedContact[] }

/** The rows of a form for contacts: those that are there already, and a first empty one for a new list. */
export function useContactRows(contacts: readonly Contact[]) {
  const [{ rows }, change] = useReducer(changed, contacts, begin)
  const isDirty =
    rows.length !== Math.max(1, contacts.length) || rows.some(({ isChanged }) => isChanged)
  return { rows, change, isDirty }
}
export type ContactRows = ReturnType<typeof useContactRows>

function begin(contacts: readonly Contact[]): Drafts {
  const rows = contacts.map((contact) => ({
    key: contact.phone,
    name: contact.name,
    phone: formatPhone(contact.phone),
    original: contact,
    isChanged: false,
  }))
  return rows.length > 0 ? { rows, nextKey: 0 } : { rows: [emptyRow(0)], nextKey: 1 }
}

function changed({ rows, nextKey }: Drafts, change: Change): Drafts {
  if (change.type === 'add') return { rows: [...rows, emptyRow(nextKey)], nextKey: nextKey + 1 }
  if (change.type === 'paste') return pasted({ rows, nextKey }, change)
  if (change.type === 'remove') {
    const rest = rows.filter(({ key }) => key !== change.key)
    return rest.length > 0
      ? { rows: rest, nextKey }
      : { rows: [emptyRow(nextKey)], nextKey: nextKey + 1 }
  }
  const typed = { [change.field]: change.value, isChanged: true }
  return { rows: rows.map((row) => (row.key === change.key ? { ...row, ...typed } : row)), nextKey }
}

/** Pasted contacts take the place of the empty row they are pasted into; further ones follow it. */
function pasted(
  { rows, nextKey }: Drafts,
  { key, contacts }: { readonly key: string; readonly contacts: readonly PastedContact[] },
): Drafts {
  const at = rows.findIndex((row) => row.key === key)
  const into = rows[at]
  const before = into && isBlank(into) ? rows.slice(0, at) : rows.slice(0, at + 1)
  const added = contacts.map((contact, index) => ({
    ...emptyRow(nextKey + index),
    ...contact,
    isChanged: true,
  }))
  return {
    rows: [...before, ...added, ...rows.slice(at + 1)],
    nextKey: nextKey + contacts.length,
  }
}

function emptyRow(number: number): ContactDraft {
  return { key: `novo-${number}`, name: '', phone: '', isChanged: false }
}

function isBlank({ name, phone }: ContactDraft): boolean {
  return name.trim() === '' && phone.trim() === ''
}

/** The contacts that were typed, and what is wrong with the others by the key of their row. */
export function checkDrafts(rows: readonly ContactDraft[]): {
  readonly contacts: readonly Contact[]
  readonly errors: ReadonlyMap<string, DraftErrors>
} {
  const contacts: Contact[] = []
  const errors = new Map<string, DraftErrors>()
  const taken = new Set<string>()
  for (const row of rows) {
    if (isBlank(row) && !row.original) continue
    const { contact, ...wrong } = checkDraft(row, taken)
    if (contact) contacts.push(contact)
    else errors.set(row.key, { ...wrong, draft: row })
  }
  return { contacts, errors }
}

/** The part of a refusal that still holds: a field that was typed into since has none. */
export function refusalOf(row: ContactDraft, errors: DraftErrors | undefined): Refusal {
  if (!errors) return {}
  const { draft, name, phone } = errors
  return {
    ...(name !== undefined && draft.name === row.name ? { name } : {}),
    ...(phone !== undefined && draft.phone === row.phone ? { phone } : {}),
  }
}

/** How many rows are still as they were refused. */
export function refusedCount(
  rows: readonly ContactDraft[],
  errors: ReadonlyMap<string, DraftErrors>,
): number {
  if (errors.size === 0) return 0
  return rows.filter((row) => Object.keys(refusalOf(row, errors.get(row.key))).length > 0).length
}

function checkDraft(
  { name, phone, original, isChanged }: ContactDraft,
  taken: Set<string>,
): Refusal & { readonly contact?: Contact } {
  if (original && !isChanged && !taken.has(original.phone)) {
    taken.add(original.phone)
    return { contact: { name: original.name, phone: original.phone } }
  }
  const checked = checkContactRow({ name: '', phone })
  const nameless = name.trim() === '' ? { name: 'Informe o nome.' } : {}
  if (!checked.ok) return { ...nameless, phone: checked.reason }
  if (taken.has(checked.phone)) return { ...nameless, phone: 'Telefone repetido nesta lista.' }
  if (name.trim() === '') return nameless
  const named = checkContactRow({ name, phone })
  if (!named.ok) return { name: named.reason }
  taken.add(checked.phone)
  // The server keeps the fields of a phone it knows; those of a corrected one go along.
  const fields = original?.phone === checked.phone ? undefined : original?.fields
  return { contact: { name: name.trim(), phone: checked.phone, ...(fields ? { fields } : {}) } }
}
