import type { Campaign } from '#contract/campaigns/campaign.ts'
import { canStop } from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { stopCampaign } from '../../api/campaigns/campaigns.ts'
import { messages } from '../../messages.ts'
import { report } from '../../report.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'

export type Command = {
  readonly id: string
  readonly label: string
  /** The kind of command, in words. */
  readonly hint: string
  readonly act: () => void
  /** Keeps the palette open, since the command changes what it lists. */
  readonly staysOpen?: true
}

const places = [
  ['Dashboard', consoleRoutes.dashboard],
  ['Campanhas', consoleRoutes.campaigns],
  ['Contatos', consoleRoutes.contacts],
  ['Descadastro', consoleRoutes.optOuts],
  ['Conexões', consoleRoutes.connections],
  ['Conectar WhatsApp', consoleRoutes.baileys],
  ['Instâncias', consoleRoutes.instances],
  ['Chat', consoleRoutes.chat],
  ['Configurações', consoleRoutes.settings],
] as const

/** Everything the palette offers: what is running can be stopped from anywhere. */
export function commandsOf({
  campaigns,
  navigate,
  onHelp,
}: {
  readonly campaigns: readonly Campaign[]
  readonly navigate: (to: string) => void
  readonly onHelp: () => void
}): readonly Command[] {
  const running = campaigns.filter(canStop)
  return [
    {
      id: 'nova-campanha',
      label: 'Nova campanha',
      hint: 'Ação',
      act: () => navigate(consoleRoutes.newCampaign),
    },
    ...running.map(({ id, name }) => ({
      id: `parar-${id}`,
      label: `Parar ${name}`,
      hint: 'Campanha em andamento',
      act: () => void stop(id),
    })),
    ...places.map(([label, path], place) => ({
      id: `ir-${place}`,
      label,
      hint: 'Ir para',
      act: () => navigate(path),
    })),
    { id: 'ajuda', label: 'Ajuda e atalhos', hint: 'Ação', act: onHelp },
  ]
}

async function stop(id: string): Promise<void> {
  const question = { title: 'Parar campanha', isDangerous: true }
  if (!(await askYesNo(messages.campaigns.stopConfirm, question))) return
  try {
    await stopCampaign(id)
    toastDone(messages.campaigns.stopped)
  } catch (error) {
    report(messages.campaigns.stopFailed, error)
    toastFailed(messages.campaigns.stopFailed)
  }
}
