import { Page } from '../../ui/page.tsx'

export function NotFoundScreen() {
  return <Page title="Página Não Encontrada">{null}</Page>
}
