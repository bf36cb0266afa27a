import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import { type Contact, toContactWire } from '../../contract/contacts/contact-list.ts'
import { checkContactRow } from '../../contract/contacts/contact-row.ts'
import {
  type ListChanges,
  type ListChangesReport,
  type ListRow,
  sameRow,
} from '../../contract/contacts/list-rows.ts'
import { AppError } from '../../contract/errors.ts'
import type { Publish } from '../events.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import type { ContactListStore, StoredContact } from './contact-list-store.ts'
import type { Pause } from './contact-rows.ts'
import type { Contacts } from './contacts.ts'

export type ListRowChanges = ReturnType<typeof createListRows>

type Decided = Pick<ListChangesReport, 'conflitos' | 'recusados'> & {
  readonly changes: ReadonlyMap<string, StoredContact | null>
}

/** Changes single rows of lists, so that two people may work on one list at the same time. */
export function createListRows({
  lists,
  contacts,
  isOptedOut,
  publish,
  pause,
}: {
  readonly lists: Pick<
    ContactListStore,
    'amend' | 'append' | 'page' | 'viewRows' | 'viewPhones' | 'find' | 'read'
  >
  readonly contacts: Pick<Contacts, 'create'>
  readonly isOptedOut: IsOptedOut
  readonly publish: Publish
  /** Awaited for each row: a call may bring ten thousand of them. */
  readonly pause: Pause
}) {
  const { page, viewRows, viewPhones } = lists
  return { page, viewRows, viewPhones, optedOutOf, change, move }

  /** Phones of those among the contacts who get no campaigns. */
  async function optedOutOf(
    userId: string,
    rows: readonly Pick<StoredContact, 'phone'>[],
  ): Promise<string[]> {
    const found: string[] = []
    for (const { phone } of rows) {
      if (isOptedOut(userId, { phone, lid: null })) found.push(phone)
      await pause()
    }
    return found
  }

  /**
   * Saves valid changes of rows that nobody else has changed meanwhile; the report names the
   * others.
   * @throws AppError `list_not_found`, `list_damaged`
   */
  async function change(
    userId: string,
    id: string,
    { alterar = [], remover = [] }: ListChanges,
  ): Promise<ListChangesReport> {
    const checked: Checked[] = []
    for (const row of alterar) {
      checked.push({ ...row, to: checkContactRow(row.depois) })
      await pause()
    }
    const phones = [
      ...remover,
      ...checked.flatMap(({ phone, to }) => (to.ok ? [phone, to.phone] : [phone])),
    ]
    let decided: Decided = { changes: new Map(), conflitos: [], recusados: [] }
    const { total } = await lists.amend(userId, id, phones, async (current) => {
      decided = await decide(current, { checked, remover, pause })
      return decided.changes
    })
    const { changes, conflitos, recusados } = decided
    if (changes.size > 0) publish(userId, { type: 'contact_list', id })
    const removed = [...changes.values()].filter((to) => to === null).length
    return { total, changed: changes.size - removed, removed, conflitos, recusados }
  }

  /**
   * Adds contacts to another list, and only then takes them out of this one: a crash in between
   * leaves them in both.
   */
  async function move(
    userId: string,
    id: string,
    {
      phones,
      to,
      isCopy,
    }: {
      readonly phones: readonly string[]
      readonly to: { readonly listId: string } | { readonly name: string }
      readonly isCopy: boolean
    },
  ): Promise<ContactReport> {
    if (!(await lists.find(userId, id))) throw new AppError('list_not_found', id)
    const chosen = await chosenOf(userId, id, new Set(phones))
    const report = await ('listId' in to
      ? append(userId, to.listId, chosen)
      : contacts.create(userId, { name: to.name, rows: chosen.map(toRow), origin: 'manual' }))
    // A contact that the new list refused would otherwise be in neither.
    if (!isCopy && report.id !== id && report.invalid.length === 0) {
      await takeOut(userId, id, chosen)
    }
    return report
  }

  /** Removes moved contacts, but those changed since: that change is not in the other list. */
  async function takeOut(
    userId: string,
    id: string,
    moved: readonly StoredContact[],
  ): Promise<void> {
    const phones = moved.map(({ phone }) => phone)
    await lists.amend(userId, id, phones, async (current) => {
      const same = new Map<string, null>()
      for (const contact of moved) {
        const now = current.get(contact.phone)
        if (now && sameRow(toContactWire(now), toContactWire(contact)))
          same.set(contact.phone, null)
        await pause()
      }
      return same
    })
    publish(userId, { type: 'contact_list', id })
  }

  async function append(
    userId: string,
    listId: string,
    chosen: readonly StoredContact[],
  ): Promise<ContactReport> {
    const target = await lists.find(userId, listId)
    if (!target) throw new AppError('list_unknown', listId)
    const result = await lists.append(userId, listId, { contacts: chosen, onDuplicate: 'keep' })
    publish(userId, { type: 'contact_list', id: listId })
    const { total, added, duplicates } = result
    return { id: listId, name: target.name, total, added, duplicates, invalid: [] }
  }

  async function chosenOf(userId: string, id: string, phones: ReadonlySet<string>) {
    const chosen: StoredContact[] = []
    for await (const contact of lists.read(userId, id)) {
      if (phones.has(contact.phone)) chosen.push(contact)
    }
    if (chosen.length === 0) throw new AppError('no_valid_contacts', 'none of them is in the list')
    return chosen
  }
}

type Checked = NonNullable<ListChanges['alterar']>[number] & {
  readonly to: ReturnType<typeof checkContactRow>
}

async function decide(
  current: ReadonlyMap<string, StoredContact>,
  {
    checked,
    remover,
    pause,
  }: {
    readonly checked: readonly Checked[]
    readonly remover: readonly string[]
    readonly pause: Pause
  },
): Promise<Decided> {
  const changes = new Map<string, StoredContact | null>()
  const conflitos: Decided['conflitos'] = []
  const recusados: Decided['recusados'] = []
  for (const phone of remover) if (current.has(phone)) changes.set(phone, null)
  const taken = new Set([...current.keys()].filter((phone) => !changes.has(phone)))
  for (const { phone, antes, depois, to } of checked) {
    const before = current.get(phone)
    if (!before || changes.has(phone) || !sameRow(toContactWire(before), antes)) {
      conflitos.push({ phone, agora: before ? toContactWire(before) : null })
    } else if (!to.ok) {
      recusados.push({
        phone,
        campo: isNameTheFault(depois) ? 'name' : 'phone',
        message: to.reason,
      })
    } else if (to.phone !== phone && taken.has(to.phone)) {
      recusados.push({ phone, campo: 'phone', message: 'Telefone repetido nesta lista.' })
    } else {
      taken.add(to.phone)
      changes.set(phone, changed(before, { ...depois, phone: to.phone }))
    }
    await pause()
  }
  return { changes, conflitos, recusados }
}

/** Whether the row would be valid with an empty name. */
function isNameTheFault({ phone }: ListRow): boolean {
  return checkContactRow({ name: '', phone }).ok
}

function changed(before: StoredContact, { name, phone, campos }: ListRow): StoredContact {
  const fields = Object.entries({ ...before.fields, ...campos }).filter(([, cell]) => cell !== '')
  const { createdAt, origin } = before
  const same = { name: name.trim(), phone, createdAt, origin }
  return fields.length > 0 ? { ...same, fields: Object.fromEntries(fields) } : same
}

function toRow({ name, phone, fields }: Contact) {
  return { name, phone: `+${phone}`, ...(fields && { fields }) }
}
