import type { Warning } from '../../contract/campaigns/campaign-preview.ts'
import {
  foldName,
  ownVariables,
  renderTemplate,
  type TemplateContact,
  type TemplateVariable,
  variablesOf,
  variableValue,
} from '../../contract/campaigns/template.ts'
import { formatCount } from '../../contract/display.ts'

type Sample = { readonly phone: string; readonly text: string }

/**
 * Collects what recipients would read, one after the other, so that a list of any length can be
 * surveyed.
 */
export function createTextSurvey(text: string, columns: readonly string[]) {
  const knownFields = new Set(columns.map(foldName))
  const wanted = variablesOf(text).filter(({ hasFallback }) => !hasFallback)
  const emptyCounts = new Map<string, number>()
  let recipientCount = 0
  let first: Sample | undefined
  let longest: Sample | undefined
  let emptiest: (Sample & { readonly emptyCount: number }) | undefined

  return { add, recipientCount: () => recipientCount, warnings, samples }

  function add(contact: TemplateContact): void {
    recipientCount += 1
    const sample = { phone: contact.phone, text: renderTemplate(text, contact, knownFields) }
    first ??= sample
    if (!longest || sample.text.length > longest.text.length) longest = sample
    const empty = wanted.filter(({ name }) => variableValue(contact, name) === '')
    for (const { name } of empty) emptyCounts.set(name, (emptyCounts.get(name) ?? 0) + 1)
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
    for (const sample of [first, longest, emptiest]) {
      if (sample) byPhone.set(sample.phone, { phone: sample.phone, text: sample.text })
    }
    return [...byPhone.values()]
  }
}

function emptyText(variable: string, count: number): string {
  return count === 1
    ? `${variable} está vazio em 1 contato e some do texto dele.`
    : `${variable} está vazio em ${formatCount(count)} contatos e some do texto deles.`
}
