import { report } from '../../report.ts'
import { CampaignDraft } from './campaign-draft.ts'

/** What was typed and not saved stays in this browser, by user and by what the form is for. */

const keyOf = (name: string) => `disparo.rascunho.${name}`

export function loadDraft(name: string): CampaignDraft | null {
  try {
    const text = localStorage.getItem(keyOf(name))
    if (text === null) return null
    // A draft that another version of the console stored may not fit: it is dropped.
    return CampaignDraft.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    report('Falha ao ler o rascunho guardado.', error)
    return null
  }
}

export function storeDraft(name: string, draft: CampaignDraft): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch (error) {
    report('Falha ao guardar o rascunho.', error)
  }
}

export function forgetDraft(name: string): void {
  localStorage.removeItem(keyOf(name))
}
