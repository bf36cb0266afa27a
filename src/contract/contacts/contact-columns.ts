import { CONTACT_COLUMNS_MAX } from '../limits.ts'

export const TOO_MANY_COLUMNS = `São aceitas até ${CONTACT_COLUMNS_MAX} colunas por contato.`

/** Whether these are more columns than a contact may have; looks at no more of them than that. */
export function hasTooManyColumns(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false
  let count = 0
  for (const column in fields) {
    if (Object.hasOwn(fields, column)) count += 1
    if (count > CONTACT_COLUMNS_MAX) return true
  }
  return false
}
