import { foldText } from '../../contract/fold.ts'
import type { StoredContact } from './contact-list-store.ts'

/** Renames a contact's columns to the common spelling; returns the same contact where it has it. */
export type Respell = (contact: StoredContact) => StoredContact

/**
 * Writes the columns of several lists in one way: "turma" of one list and "Turma" of another are
 * one column, named as in the first. A list that has both keeps them apart.
 * @param columns the columns of each list
 */
export function spellColumns(columns: readonly (readonly string[])[]): {
  readonly names: readonly string[]
  /** In the order of the lists. */
  readonly respell: readonly Respell[]
} {
  const spelled = new Map<string, string>()
  const names = new Set<string>()
  const respell = columns.map((own) => {
    const renamed = new Map<string, string>()
    const folded = own.map(foldText)
    for (const [place, column] of own.entries()) {
      const key = folded[place] ?? ''
      const isPlain = folded.indexOf(key) === folded.lastIndexOf(key)
      const name = isPlain ? (spelled.get(key) ?? column) : column
      if (!spelled.has(key)) spelled.set(key, name)
      if (name !== column && !own.includes(name)) renamed.set(column, name)
      names.add(renamed.get(column) ?? column)
    }
    return renaming(renamed)
  })
  return { names: [...names], respell }
}

function renaming(renamed: ReadonlyMap<string, string>): Respell {
  if (renamed.size === 0) return (contact) => contact
  return (contact) => {
    const { fields } = contact
    if (!fields) return contact
    const cells = Object.entries(fields).map(
      ([column, cell]) => [renamed.get(column) ?? column, cell] as const,
    )
    return { ...contact, fields: Object.fromEntries(cells) }
  }
}
