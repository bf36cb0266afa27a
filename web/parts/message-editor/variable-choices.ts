import { foldName, ownVariables, valuesOf } from '#contract/campaigns/template.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'

export type VariableChoice = {
  /** The variable's name. */
  readonly id: string
  readonly label: string
  /** What it becomes for the first contact, where that is known. */
  readonly hint: string
}

/** The variables whose names begin so, or have a word that does. */
export function variableChoices({
  columns,
  contact,
  begun,
}: {
  readonly columns: readonly string[]
  readonly contact: Contact | undefined
  readonly begun: string
}): readonly VariableChoice[] {
  const values = contact && valuesOf({ ...contact, fields: contact.fields })
  const names = [...new Set([...ownVariables, ...columns.map(foldName)])]
  return names
    .filter((name) => name.startsWith(begun) || name.includes(`_${begun}`))
    .map((name) => ({
      id: name,
      label: `{${name}}`,
      hint: values?.get(name)?.trim() || 'sem exemplo',
    }))
}
