import { CircleCheck, CircleDashed, History } from 'lucide-react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { missingFields } from '#contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { useDevices } from '../../api/devices.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import type { Lists } from './campaign-facts.ts'
import styles from './planned-state.module.css'
import { PlannedState } from './planned-state.tsx'

/** What a draft lacks before it can be created, and when it was last touched. */
export function DraftState({
  campaign,
  lists,
}: {
  readonly campaign: Campaign
  readonly lists: Lists
}) {
  const devices = useDevices().data?.devices
  const { createdAt, updatedAt } = campaign
  const isListGone = lists?.every(({ id }) => id !== campaign.contactListId)
  const isDeviceGone = devices?.every(({ deviceId }) => deviceId !== campaign.deviceId)
  const missing = missingFields({
    ...campaign,
    status: CampaignStatus.scheduled,
    contactListId: isListGone ? null : campaign.contactListId,
    deviceId: isDeviceGone ? null : campaign.deviceId,
  })
  return (
    <PlannedState
      title={missing.length > 0 ? 'Falta para criar' : 'Pronta para criar'}
      icon={History}
      when={
        <>
          {updatedAt === createdAt ? 'Criada' : 'Editada'} <RelativeTime iso={updatedAt} />
        </>
      }
    >
      {missing.map(({ path, message }) => (
        <li key={path}>
          <CircleDashed size={16} aria-hidden />
          {message}
        </li>
      ))}
      {missing.length === 0 && (
        <li className={styles.ready}>
          <CircleCheck size={16} aria-hidden />
          Não falta nada. Em Editar você confere e envia.
        </li>
      )}
    </PlannedState>
  )
}
