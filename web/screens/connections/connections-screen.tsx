import { Page } from '../../ui/page.tsx'

export function ConnectionsScreen() {
  return <Page title="Conexões">{null}</Page>
}
