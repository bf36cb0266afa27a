import { ownStorage } from '../../own-storage.ts'
import { report } from '../../report.ts'
import { CampaignDraft } from './campaign-draft.ts'

/** What was typed and not saved stays in this browser, by user and by what the form is for. */

const keyOf = (name: string) => `disparo.rascunho.${name}`

export function loadDraft(name: string): CampaignDraft | null {
  const text = ownStorage.read(keyOf(name))
  if (text === null) return null
  try {
    // A draft that another version of the console stored may not fit: it is dropped.
    return CampaignDraft.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    report('Falha ao ler o rascunho guardado.', error)
    return null
  }
}

export function storeDraft(name: string, draft: CampaignDraft): void {
  ownStorage.keep(keyOf(name), JSON.stringify(draft))
}

export function forgetDraft(name: string): void {
  ownStorage.forget(keyOf(name))
}
