import { Page } from '../../ui/page.tsx'

export function ContactsScreen() {
  return <Page title="Contatos">{null}</Page>
}
