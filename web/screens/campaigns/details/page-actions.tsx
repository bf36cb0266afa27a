import { Copy, Pause, Pencil, Play, Square } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import {
  CampaignStatus,
  canEdit,
  canPause,
  canResume,
  canStop,
} from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'
import type { PlannedActions } from './planned/use-planned-actions.ts'

/** What can be done with the campaign as it stands, the likeliest first, its end last. */
export function PageActions({
  campaign,
  planned,
}: {
  readonly campaign: Campaign
  readonly planned: PlannedActions
}) {
  const { id } = campaign
  const { busyWith, stop, pause, resume } = useCampaignActions(campaign)
  const isBusy = busyWith !== null
  const isScheduled = campaign.status === CampaignStatus.scheduled
  const reuse = `${consoleRoutes.newCampaign}?reutilizar=${id}`
  const [, navigate] = useLocation()
  // Before it begins there is most to do, and on a phone one line for it.
  const isShort = useIsNarrow() && isScheduled
  const others: readonly MenuItem[] = [
    { label: 'Reutilizar', icon: Copy, onSelect: () => navigate(reuse) },
    ...(canStop(campaign)
      ? [{ label: 'Parar', icon: Square, isDangerous: true, onSelect: stop }]
      : []),
  ]
  return (
    <>
      {canPause(campaign) && (
        <Button
          look="primary"
          icon={Pause}
          isBusy={busyWith === 'pause'}
          disabled={isBusy}
          onClick={pause}
        >
          Pausar
        </Button>
      )}
      {canResume(campaign) && (
        <Button
          look="primary"
          icon={Play}
          isBusy={busyWith === 'resume'}
          disabled={isBusy}
          onClick={resume}
        >
          Continuar
        </Button>
      )}
      {isScheduled && (
        <Button
          look="primary"
          icon={Play}
          isBusy={planned.busyWith === 'start'}
          disabled={planned.busyWith !== null}
          onClick={planned.start}
        >
          Começar agora
        </Button>
      )}
      {canEdit(campaign) && (
        <Link
          href={`${consoleRoutes.newCampaign}?editar=${id}`}
          className={buttonClass(isScheduled ? 'plain' : 'primary')}
        >
          <Pencil size={16} aria-hidden />
          Editar
        </Link>
      )}
      {isShort && <Menu label={`Mais ações de ${campaign.name}`} items={others} />}
      {!isShort && (
        <Link href={reuse} className={buttonClass('plain')}>
          <Copy size={16} aria-hidden />
          Reutilizar
        </Link>
      )}
      {!isShort && canStop(campaign) && (
        <Button
          look="quiet"
          icon={Square}
          isBusy={busyWith === 'stop'}
          disabled={isBusy}
          onClick={stop}
        >
          Parar
        </Button>
      )}
    </>
  )
}
