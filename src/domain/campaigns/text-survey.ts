import type { ContactFilter } from '../../contract/campaigns/audience.ts'
import type { CampaignPreview, Warning } from '../../contract/campaigns/campaign-preview.ts'
import {
  foldName,
  ownVariables,
  renderTemplate,
  renderValues,
  type TemplateContact,
  type TemplateVariable,
  valuesOf,
  variablesOf,
} from '../../contract/campaigns/template.ts'
import { formatCount } from '../../contract/display.ts'

type Sample = CampaignPreview['samples'][number]

/**
 * Collects what recipients would read, one after the other, so that a list of any length can be
 * surveyed.
 */
export function createTextSurvey(text: string, columns: readonly string[]) {
  const knownFields = new Set(columns.map(foldName))
  const wanted = variablesOf(text).filter(({ hasFallback }) => !hasFallback)
  const emptyCounts = new Map<string, number>()
  let recipientCount = 0
  let wantedSample: Sample | undefined
  let first: Sample | undefined
  let longest: Sample | undefined
  let emptiest: (Sample & { readonly emptyCount: number }) | undefined

  return {
    add,
    want,
    hasWanted: () => wantedSample !== undefined,
    render,
    recipientCount: () => recipientCount,
    warnings,
    samples,
  }

  function render(contact: TemplateContact): Sample {
    const { phone, name } = contact
    return { phone, name, text: renderTemplate(text, contact, knownFields) }
  }

  /** Puts a contact before the other samples; the first of several. */
  function want(contact: TemplateContact): void {
    wantedSample ??= render(contact)
  }

  function add(contact: TemplateContact): void {
    recipientCount += 1
    const { phone, name } = contact
    const values = valuesOf(contact)
    const sample = { phone, name, text: renderValues(text, values, knownFields) }
    first ??= sample
    if (!longest || sample.text.length > longest.text.length) longest = sample
    const empty = wanted.filter((variable) => !values.get(variable.name)?.trim())
    for (const variable of empty) {
      emptyCounts.set(variable.name, (emptyCounts.get(variable.name) ?? 0) + 1)
    }
    if (empty.length > (emptiest?.emptyCount ?? 0))
      emptiest = { ...sample, emptyCount: empty.length }
  }

  function warnings(): Warning[] {
    return wanted.flatMap((variable) => warningsOf(variable, emptyCounts.get(variable.name) ?? 0))
  }

  function warningsOf({ name, written: variable }: TemplateVariable, count: number): Warning[] {
    if (count === 0) return []
    const isKnown = knownFields.has(name) || ownVariables.some((own) => own === name)
    if (isKnown)
      return [{ code: 'empty_variable', variable, count, message: emptyText(variable, count) }]
    const message = `${variable} não é uma coluna desta lista e sai como está escrito.`
    return [{ code: 'unknown_variable', variable, count, message }]
  }

  function samples(): Sample[] {
    const byPhone = new Map<string, Sample>()
    for (const sample of [wantedSample, first, longest, emptiest]) {
      if (!sample) continue
      const { phone, name } = sample
      byPhone.set(phone, { phone, name, text: sample.text })
    }
    return [...byPhone.values()]
  }
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
