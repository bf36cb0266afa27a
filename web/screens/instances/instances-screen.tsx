import { Page } from '../../ui/page.tsx'

export function InstancesScreen() {
  return <Page title="Instâncias">{null}</Page>
}
