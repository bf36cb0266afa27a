import type { ContactFilter } from '../../contract/campaigns/audience.ts'
import type { CampaignPreview, Warning } from '../../contract/campaigns/campaign-preview.ts'
import {
  foldName,
  ownVariables,
  renderValues,
  type TemplateContact,
  type TemplateVariable,
  valuesOf,
  variablesOf,
} from '../../contract/campaigns/template.ts'
import { formatCount } from '../../contract/display.ts'
import { type LedgerTexts, textOfVariant, variantAt } from '../sending/variants.ts'

type Sample = CampaignPreview['samples'][number]

/** A variable of one of the texts, and for how many recipients of that text it is empty. */
type Wanted = TemplateVariable & { readonly variant: number; emptyCount: number }

/**
 * Collects what recipients would read, one after the other, so that a list of any length can be
 * surveyed. Each gets the text that the campaign would send to their place.
 */
export function createTextSurvey(texts: LedgerTexts, columns: readonly string[]) {
  const knownFields = new Set(columns.map(foldName))
  const numbered = [texts.text, ...(texts.variants?.texts ?? [])]
  const wanted = numbered.map((text, place) =>
    variablesOf(text)
      .filter(({ hasFallback }) => !hasFallback)
      .map((variable): Wanted => ({ ...variable, variant: place + 1, emptyCount: 0 })),
  )
  let recipientCount = 0
  let wantedSample: Sample | undefined
  let first: Sample | undefined
  let longest: Sample | undefined
  let emptiest: { readonly sample: Sample; readonly emptyCount: number } | undefined
  const firstOfVariant = new Map<number, Sample>()

  return {
    add,
    want,
    hasWanted: () => wantedSample !== undefined,
    recipientCount: () => recipientCount,
    warnings,
    samples,
  }

  /** Puts a contact before the other samples, as the next recipient; the first of several. */
  function want(contact: TemplateContact): void {
    wantedSample ??= sampleOf(texts, contact, { place: recipientCount, knownFields })
  }

  function add(contact: TemplateContact): void {
    const values = valuesOf(contact)
    const sample = sampleOf(texts, contact, { place: recipientCount, knownFields, values })
    recipientCount += 1
    first ??= sample
    if (!longest || sample.text.length > longest.text.length) longest = sample
    const { variant = 1 } = sample
    if (!firstOfVariant.has(variant)) firstOfVariant.set(variant, sample)
    const empty = wanted[variant - 1]?.filter(({ name }) => !values.get(name)?.trim()) ?? []
    for (const variable of empty) variable.emptyCount += 1
    if (empty.length > (emptiest?.emptyCount ?? 0)) emptiest = { sample, emptyCount: empty.length }
  }

  function warnings(): Warning[] {
    return wanted.flat().flatMap(warningsOf)
  }

  function warningsOf({ name, written: variable, variant, emptyCount: count }: Wanted): Warning[] {
    if (count === 0) return []
    const isKnown = knownFields.has(name) || ownVariables.some((own) => own === name)
    const code = isKnown ? 'empty_variable' : 'unknown_variable'
    const message = isKnown
      ? emptyText(variable, count)
      : `${variable} não é uma coluna desta lista e sai como está escrito.`
    if (!texts.variants) return [{ code, variable, count, message }]
    return [{ code, variable, count, variant, message: `Variação ${variant}: ${message}` }]
  }

  function samples(): Sample[] {
    const byPhone = new Map<string, Sample>()
    const ofVariants = [...firstOfVariant].sort(([one], [other]) => one - other)
    for (const sample of [
      ...[wantedSample, first, longest, emptiest?.sample],
      ...(texts.variants ? ofVariants.map(([, each]) => each) : []),
    ]) {
      if (sample && !byPhone.has(sample.phone)) byPhone.set(sample.phone, sample)
    }
    return [...byPhone.values()]
  }
}

/** What the recipient at this place of the audience would read. */
export function sampleOf(
  texts: LedgerTexts,
  contact: TemplateContact,
  {
    place,
    knownFields,
    values = valuesOf(contact),
  }: {
    readonly place: number
    readonly knownFields: ReadonlySet<string>
    readonly values?: ReadonlyMap<string, string>
  },
): Sample {
  const { phone, name } = contact
  const variant = variantAt(texts, place)
  const text = renderValues(textOfVariant(texts, variant ?? 1), values, knownFields)
  return { phone, name, text, ...(variant !== undefined && { variant }) }
}

/** Warns of filters by a column that no list has. */
export function filterWarnings(
  filters: readonly ContactFilter[],
  columns: readonly string[],
  recipientCount: number,
): Warning[] {
  const known = new Set([...ownVariables, ...columns.map(foldName)])
  return filters
    .filter(({ field }) => !known.has(foldName(field)))
    .map(({ field }) => ({
      code: 'unknown_filter',
      variable: field,
      count: recipientCount,
      message: `O filtro usa "${field}", que não é uma coluna destas listas.`,
    }))
}

function emptyText(variable: string, count: number): string {
  return count === 1
    ? `${variable} está vazio em 1 contato e some do texto dele.`
    : `${variable} está vazio em ${formatCount(count)} contatos e some do texto deles.`
}
