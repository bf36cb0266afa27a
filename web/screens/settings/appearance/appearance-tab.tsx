import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import type { TextSize, Theme } from '#contract/appearance.ts'
import { RadioCard, RadioCards } from '../../../ui/forms/radio-cards.tsx'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { type Appearance, chooseAppearance, readAppearance } from './appearance.ts'
import look from './appearance-tab.module.css'

const themeChoices: readonly { value: Theme; label: string; hint: string; icon: LucideIcon }[] = [
  { value: 'sistema', label: 'Do sistema', hint: 'Muda junto com o aparelho.', icon: Monitor },
  { value: 'claro', label: 'Claro', hint: 'Para ambientes com luz.', icon: Sun },
  { value: 'escuro', label: 'Escuro', hint: 'Descansa os olhos à noite.', icon: Moon },
]
const sizeChoices: readonly { value: TextSize; label: string }[] = [
  { value: 'normal', label: 'Normal' },
  { value: 'grande', label: 'Grande' },
  { value: 'maior', label: 'Maior' },
]

/** Theme and text size of this browser, seen as soon as they are chosen. */
export function AppearanceTab() {
  const [appearance, setAppearance] = useState(readAppearance)
  const choose = (patch: Partial<Appearance>) => {
    const next = { ...appearance, ...patch }
    chooseAppearance(next)
    setAppearance(next)
  }
  return (
    <div className={styles.stack}>
      <SettingsCard
        id="tema"
        title="Tema"
        help="Vale para este navegador, neste aparelho, na mesma hora."
      >
        <RadioCards legend="Tema">
          {themeChoices.map(({ value, label, hint, icon: Icon }) => (
            <RadioCard
              key={value}
              name="tema"
              title={label}
              hint={hint}
              picture={<Icon size={18} aria-hidden />}
              checked={appearance.tema === value}
              onChange={() => choose({ tema: value })}
            />
          ))}
        </RadioCards>
      </SettingsCard>
      <SettingsCard
        id="tamanho-do-texto"
        title="Tamanho do texto"
        help="Aumenta o texto de todas as telas deste navegador."
      >
        <RadioCards legend="Tamanho do texto">
          {sizeChoices.map(({ value, label }) => (
            <RadioCard
              key={value}
              name="texto"
              title={label}
              picture={
                <span aria-hidden className={look[value]}>
                  Aa
                </span>
              }
              checked={appearance.texto === value}
              onChange={() => choose({ texto: value })}
            />
          ))}
        </RadioCards>
      </SettingsCard>
    </div>
  )
}
