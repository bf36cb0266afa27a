/** What a campaign's status says, without the schema of the campaign: screens begin with it. */

export const CampaignStatus = {
  draft: 'Rascunho',
  scheduled: 'Agendada',
  immediate: 'Imediata',
  running: 'Em Andamento',
  paused: 'Pausada',
  done: 'Concluída',
  doneWithErrors: 'Concluída com erros',
  failed: 'Não concluida',
  cancelled: 'Cancelada',
} as const
export type CampaignStatus = (typeof CampaignStatus)[keyof typeof CampaignStatus]

/** Why a running campaign is not sending at the moment. */
export const WaitReason = {
  device: 'dispositivo',
  window: 'janela',
  dailyCap: 'limite_diario',
  restriction: 'restricao',
  storage: 'armazenamento',
  /** Paused by the server itself, until its owner resumes it. */
  failures: 'falhas',
} as const
export type WaitReason = (typeof WaitReason)[keyof typeof WaitReason]

/** The one date a campaign is shown with: when it is scheduled, or else when it was created. */
export function campaignDate({
  scheduledAt,
  createdAt,
}: {
  readonly scheduledAt: string | null
  readonly createdAt: string
}): string {
  return scheduledAt ?? createdAt
}

type HasStatus = { readonly status: CampaignStatus }
const is =
  (...statuses: readonly CampaignStatus[]) =>
  ({ status }: HasStatus) =>
    statuses.includes(status)

export const canEdit = is(CampaignStatus.draft, CampaignStatus.scheduled, CampaignStatus.immediate)
/** Whether a campaign has started and not ended. */
export const isActive = is(CampaignStatus.running, CampaignStatus.paused)
/** Statuses of campaigns that will start by themselves, or have started and not ended. */
export const underWay: readonly CampaignStatus[] = [
  CampaignStatus.scheduled,
  CampaignStatus.immediate,
  CampaignStatus.running,
  CampaignStatus.paused,
]
export const canStop = (campaign: HasStatus) => isActive(campaign)
export const canPause = is(CampaignStatus.running)
export const canResume = is(CampaignStatus.paused)
export const canReuse = is(
  CampaignStatus.done,
  CampaignStatus.doneWithErrors,
  CampaignStatus.draft,
  CampaignStatus.scheduled,
  CampaignStatus.running,
  CampaignStatus.paused,
)
export const showsCounts = is(
  CampaignStatus.done,
  CampaignStatus.running,
  CampaignStatus.paused,
  CampaignStatus.doneWithErrors,
)
export const isOver = is(
  CampaignStatus.done,
  CampaignStatus.doneWithErrors,
  CampaignStatus.failed,
  CampaignStatus.cancelled,
)
