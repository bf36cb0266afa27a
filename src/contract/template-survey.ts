import { foldName, hasValue, ownVariables, type TemplateContact, variablesOf } from './template.ts'

/** What of a text will not read as its writer expects. */
export type TemplateFinding = {
  readonly code: 'unknown_variable' | 'empty_variable'
  /** As it stands in the text. */
  readonly variable: string
  /** Contacts it concerns. */
  readonly count: number
}

/** Looks at one contact after the other, so that a list of any length can be surveyed. */
export function createTemplateSurvey(text: string) {
  const wanted = variablesOf(text)
  const columns = new Map<string, string>()
  const valueCounts = new Map<string, number>()
  let contactCount = 0

  return { add, columns: () => [...columns.values()], findings }

  function add(contact: TemplateContact): void {
    contactCount += 1
    for (const header of Object.keys(contact.fields ?? {})) {
      const name = foldName(header)
      if (!columns.has(name)) columns.set(name, header)
    }
    for (const { name } of wanted) {
      if (hasValue(contact, name)) valueCounts.set(name, (valueCounts.get(name) ?? 0) + 1)
    }
  }

  /** A fallback answers for whatever is missing. */
  function findings(): TemplateFinding[] {
    const isOwn = (name: string) => ownVariables.some((own) => own === name)
    return wanted
      .filter(({ hasFallback }) => !hasFallback)
      .map(({ name, written }): TemplateFinding => {
        const isKnown = isOwn(name) || columns.has(name)
        const count = contactCount - (valueCounts.get(name) ?? 0)
        return { code: isKnown ? 'empty_variable' : 'unknown_variable', variable: written, count }
      })
      .filter(({ count }) => count > 0)
  }
}

/** The finding as its reader sees it. */
export function findingText({ code, variable, count }: TemplateFinding): string {
  if (code === 'unknown_variable') {
    return `${variable} não é uma coluna desta lista e sai como está escrito.`
  }
  return count === 1
    ? `${variable} está vazio em 1 contato e some do texto dele.`
    : `${variable} está vazio em ${count} contatos e some do texto deles.`
}
