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

/** Folds a header or variable, so that case, accents and spaces do not matter. */
export function foldName(name: string): string {
  return foldText(name)
    .trim()
    .replace(/[\s_-]+/g, '_')
}

/** Headers kept folded: a list has the same few, a million times. */
const FOLDED_HEADERS_KEPT = 1_000
const foldedHeaders = new Map<string, string>()

/** The same as `foldName`, for headers that come again and again. */
function foldHeader(header: string): string {
  const known = foldedHeaders.get(header)
  if (known !== undefined) return known
  if (foldedHeaders.size >= FOLDED_HEADERS_KEPT) foldedHeaders.clear()
  const folded = foldName(header)
  foldedHeaders.set(header, folded)
  return folded
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
  return text.includes('{') ? renderValues(text, valuesOf(contact), knownFields) : text
}

/** Renders the text with the values of one contact. */
export function renderValues(
  text: string,
  values: ReadonlyMap<string, string>,
  knownFields: ReadonlySet<string>,
): string {
  return fillPlaces(text, values, (name, written) =>
    values.has(name) || knownFields.has(name) ? '' : written,
  )
}

/**
 * The same for a text that is still looked at before it goes: a variable with neither value nor
 * fallback stays as written, to be seen.
 */
export function renderKnown(text: string, contact: TemplateContact): string {
  return fillPlaces(text, valuesOf(contact), (_, written) => written)
}

function fillPlaces(
  text: string,
  values: ReadonlyMap<string, string>,
  missing: (name: string, written: string) => string,
): string {
  return text.replace(placeholder, (whole, brace, rawName, fallback) => {
    if (typeof brace === 'string') return brace
    const name = foldName(String(rawName))
    const value = values.get(name)?.trim()
    if (value) return value
    return typeof fallback === 'string' ? fallback : missing(name, whole)
  })
}

/** Where a text has variables, each with what is written there. */
export function placesIn(
  text: string,
): readonly { readonly from: number; readonly written: string }[] {
  return [...text.matchAll(placeholder)]
    .filter(([, brace]) => brace === undefined)
    .map(({ 0: written, index }) => ({ from: index, written }))
}

/** The contact's values by the names of variables. */
export function valuesOf({ name, phone, fields }: TemplateContact): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const [header, value] of Object.entries(fields ?? {})) values.set(foldHeader(header), value)
  values.set('nome', name)
  values.set('primeiro_nome', name.trim().split(/\s+/)[0] ?? '')
  values.set('telefone', phone)
  return values
}
