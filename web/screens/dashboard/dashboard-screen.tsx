import { Page } from '../../ui/page.tsx'

export function DashboardScreen() {
  return <Page title="Painel de Controle">{null}</Page>
}
