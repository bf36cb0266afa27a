import { Page } from '../../ui/page.tsx'

export function CampaignsScreen() {
  return <Page title="Campanhas">{null}</Page>
}
