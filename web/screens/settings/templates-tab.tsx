import { TemplatesPanel } from '../../parts/templates/templates-panel.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The user's texts for campaigns, seen and changed without beginning one. */
export function TemplatesTab() {
  return (
    <SettingsCard
      title="Modelos de mensagem"
      help="Textos que você usa sempre. Em uma campanha estão no botão Modelos."
    >
      <TemplatesPanel />
    </SettingsCard>
  )
}
