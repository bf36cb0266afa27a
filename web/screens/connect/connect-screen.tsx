import { Page } from '../../ui/page.tsx'

export function ConnectScreen() {
  return <Page title="Conectar WhatsApp">{null}</Page>
}
