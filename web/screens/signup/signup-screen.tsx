import { Page } from '../../ui/page.tsx'

export function SignupScreen() {
  return <Page title="Criar conta">{null}</Page>
}
