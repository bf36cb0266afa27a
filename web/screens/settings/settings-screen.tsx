import { Page } from '../../ui/page.tsx'

export function SettingsScreen() {
  return <Page title="Configurações">{null}</Page>
}
