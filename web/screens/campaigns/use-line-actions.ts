import { Eye, Pause, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { canEdit, canPause, canResume, canStop } from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'
import type { ListAddress } from './use-list-address.ts'

/** What the buttons of a card do, for a menu: what steers a campaign first, what deletes it last. */
export function useLineActions(
  campaign: Campaign,
  details: ReturnType<ListAddress['detailsLink']>,
): { readonly first: readonly MenuItem[]; readonly last: readonly MenuItem[] } {
  const [, navigate] = useLocation()
  const { busyWith, stop, pause, resume, remove } = useCampaignActions(campaign)
  const alone = (act: () => void) => () => {
    if (busyWith === null) act()
  }
  const first: readonly (MenuItem | false)[] = [
    canPause(campaign) && { label: 'Pausar', icon: Pause, onSelect: alone(pause) },
    canResume(campaign) && { label: 'Continuar', icon: Play, onSelect: alone(resume) },
    canStop(campaign) && { label: 'Parar', icon: Square, onSelect: alone(stop) },
    canEdit(campaign) && {
      label: 'Editar',
      icon: Pencil,
      onSelect: () => navigate(`${consoleRoutes.newCampaign}?editar=${campaign.id}`),
    },
    {
      label: 'Ver Detalhes',
      icon: Eye,
      onSelect: () => navigate(details.href, { state: details.state }),
    },
  ]
  return {
    first: first.filter((item) => item !== false),
    last: [{ label: 'Excluir', icon: Trash2, isDangerous: true, onSelect: alone(remove) }],
  }
}
