import { Page } from '../../ui/page.tsx'

export function NewCampaignScreen() {
  return <Page title="Nova Campanha">{null}</Page>
}
