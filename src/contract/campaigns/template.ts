import { foldText } from '../fold.ts'

/**
 * Personalisation of a campaign's text: `{nome}`, `{primeiro_nome}`, `{telefone}` and every further
 * column of the list by its header; `{nome|cliente}` gives a fallback; `\{` is a plain brace.
 */

export type TemplateContact = {
  readonly name: string
  readonly phone: string
  readonly fields?: Readonly<Record<string, string>> | undefined
}

const placeholder = /\\([{}])|\{([^{}|\n]{1,100})(?:\|([^{}\n]*))?\}/g

export type TemplateVariable = {
  /** Folded, for comparison with the folded headers of columns. */
  readonly name: string
  readonly written: string
  readonly hasFallback: boolean
}

/** The variables every contact has, whatever the columns of its list. */
export const ownVariables = ['nome', 'primeiro_nome', 'telefone'] as const

/** Lists the variables of a text, each once; its fallback counts only if every place has one. */
export function variablesOf(text: string): readonly TemplateVariable[] {
  const found = new Map<string, TemplateVariable>()
  for (const [written, brace, rawName, fallback] of text.matchAll(placeholder)) {
    if (brace !== undefined || rawName === undefined) continue
    const name = foldName(rawName)
    const hasFallback = fallback !== undefined
    if (found.get(name)?.hasFallback !== false) found.set(name, { name, written, hasFallback })
  }
  return [...found.values()]
}

/** The contact's value of a variable; empty where it has none. */
export function variableValue(contact: TemplateContact, name: string): string {
  return valuesOf(contact).get(name)?.trim() ?? ''
}

/** Folds a header or variable, so that case, accents and spaces do not matter. */
export function foldName(name: string): string {
  return foldText(name)
    .trim()
    .replace(/[\s_-]+/g, '_')
}

/**
 * Renders the text for one contact. A known variable with neither value nor fallback becomes empty;
 * an unknown one goes out as written, unless it has a fallback.
 * @param knownFields folded headers of the whole list, since one row may lack a column's value
 */
export function renderTemplate(
  text: string,
  contact: TemplateContact,
  knownFields: ReadonlySet<string> = new Set(),
): string {
  if (!text.includes('{')) return text
  const values = valuesOf(contact)
  return text.replace(placeholder, (whole, brace, rawName, fallback) => {
    if (typeof brace === 'string') return brace
    const name = foldName(String(rawName))
    const value = values.get(name)?.trim()
    if (value) return value
    if (typeof fallback === 'string') return fallback
    return values.has(name) || knownFields.has(name) ? '' : whole
  })
}

function valuesOf({ name, phone, fields }: TemplateContact): Map<string, string> {
  const values = new Map<string, string>()
  for (const [header, value] of Object.entries(fields ?? {})) values.set(foldName(header), value)
  values.set('nome', name)
  values.set('primeiro_nome', name.trim().split(/\s+/)[0] ?? '')
  values.set('telefone', phone)
  return values
}
