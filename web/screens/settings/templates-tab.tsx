import { TemplatesPanel } from '../../parts/templates/templates-panel.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The user's texts for campaigns and chats, seen and changed without beginning either. */
export function TemplatesTab() {
  return (
    <SettingsCard
      id="modelos"
      title="Modelos de mensagem"
      help="Textos que você usa sempre. Em uma campanha estão no botão Modelos; no chat, digite / no começo da mensagem: o nome e os dados da pessoa entram no lugar."
    >
      <TemplatesPanel />
    </SettingsCard>
  )
}
