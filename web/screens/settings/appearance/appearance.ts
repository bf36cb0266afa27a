import { z } from 'zod'
import { APPEARANCE_EVENT, APPEARANCE_KEY, textSizes, themes } from '#contract/appearance.ts'
import { ownStorage } from '../../../own-storage.ts'
import { report } from '../../../report.ts'

const Appearance = z.object({
  tema: z.enum(themes).catch('sistema'),
  texto: z.enum(textSizes).catch('normal'),
})
export type Appearance = z.infer<typeof Appearance>

/** What was chosen in this browser; anything unreadable counts as nothing. */
export function readAppearance(): Appearance {
  try {
    return Appearance.parse(JSON.parse(ownStorage.read(APPEARANCE_KEY) ?? '{}'))
  } catch (error) {
    report('Falha ao ler a aparência escolhida.', error)
    return Appearance.parse({})
  }
}

/** Shows it at once, in this tab and in the others. */
export function chooseAppearance(appearance: Appearance): void {
  ownStorage.keep(APPEARANCE_KEY, JSON.stringify(appearance))
  window.dispatchEvent(new CustomEvent(APPEARANCE_EVENT, { detail: appearance }))
}
