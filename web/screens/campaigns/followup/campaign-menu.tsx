import { Copy, CornerDownRight } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { FollowupChoice } from './followup-choices.ts'

/** What can follow on a campaign, in little room. */
export function CampaignMenu({
  campaign: { id, name },
  choices,
  onChoose,
  first = [],
  last = [],
}: {
  readonly campaign: Campaign
  readonly choices: readonly FollowupChoice[]
  readonly onChoose: (choice: FollowupChoice) => void
  /** What has no button of its own where the menu stands. */
  readonly first?: readonly MenuItem[]
  readonly last?: readonly MenuItem[]
}) {
  const [, navigate] = useLocation()
  const items: readonly MenuItem[] = [
    ...first,
    ...choices
      .filter(({ nobody }) => nobody === null)
      .map((choice) => ({
        label: choice.action,
        icon: CornerDownRight,
        onSelect: () => onChoose(choice),
      })),
    {
      label: 'Reutilizar',
      icon: Copy,
      onSelect: () => navigate(`${consoleRoutes.newCampaign}?reutilizar=${id}`),
    },
    ...last,
  ]
  return <Menu label={`Ações de ${name}`} items={items} />
}
