import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { CampaignStatus, isActive } from '#contract/campaigns/campaign-status.ts'
import { NIGHT_WARNING, nextMorningOf } from '#contract/campaigns/night.ts'
import { isOpenAt, nextOpening } from '#contract/campaigns/send-hours.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { describeRestriction } from '#contract/devices/device-standing.ts'
import { useCampaigns } from '../../../../api/campaigns/all-campaigns.ts'
import { useDevices } from '../../../../api/devices.ts'
import { formatDateTime } from '../../../../format.ts'
import { deviceName } from '../../../../parts/device-name.ts'
import { CampaignRisks } from '../../../../parts/risks/campaign-risks.tsx'
import { StrangersNotice } from '../../../../parts/risks/strangers-notice.tsx'
import { isLost, namesOf, waitingFor } from '../../../../parts/waiting-campaigns.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { useNow } from '../../../../ui/display/relative-time.tsx'
import { Button, buttonClass } from '../../../../ui/forms/button.tsx'
import { Card, CardHead } from '../../../../ui/page/card.tsx'
import styles from '../details-screen.module.css'
import type { PlannedActions } from './use-planned-actions.ts'

const CLOCK_INTERVAL_MS = 60_000

/** What may hold a campaign back, or should be thought over before it starts, each with the way out. */
export function BeforeStart({
  campaign,
  preview,
  isCurrent,
  planned: { busyWith, moveTo },
  onChanged,
}: {
  readonly campaign: Campaign
  readonly preview: CampaignPreview
  /** Whether nothing failed when it was read last. */
  readonly isCurrent: boolean
  readonly planned: PlannedActions
  /** Called once the device has another limit. */
  readonly onChanged: () => Promise<unknown>
}) {
  const devices = useDevices().data?.devices
  const device = devices?.find(({ deviceId }) => deviceId === campaign.deviceId)
  const { recipients, strangers, foreign, recent, warnings } = preview
  const { data: campaigns = [] } = useCampaigns()
  const now = useNow(CLOCK_INTERVAL_MS)
  const hold = holdOf(campaign, now)
  const beside = device ? waitingFor(device, campaigns).filter(isActive) : []
  // While the count of strangers is not known, the page must not say that all is well.
  const hasRisks =
    recipients > 0 && (foreign.count > 0 || recent > 0 || warnings.length > 0 || strangers !== 0)
  const restriction = device?.standing.restriction
  const isFree = device && !isLost(device) && !restriction && hold === null && beside.length === 0
  const isClear = isFree && isCurrent && !hasRisks && recipients > 0
  return (
    <Card aria-label="Antes de começar">
      <CardHead title="Antes de começar" />
      <div className={styles.notices}>
        {device && isLost(device) && (
          <Notice tone="warn">
            <p>A conexão {deviceName(device)} está desconectada: nada sai até ela voltar.</p>
            <Link href={consoleRoutes.connections} className={buttonClass('plain')}>
              Ver conexões
            </Link>
          </Notice>
        )}
        {devices && !device && (
          <Notice tone="warn">
            {campaign.deviceId === null
              ? 'Falta escolher a conexão.'
              : 'A conexão desta campanha foi excluída. Em Editar você escolhe outra.'}
          </Notice>
        )}
        {restriction && <Notice tone="warn">{describeRestriction(restriction.kind)}</Notice>}
        {recipients === 0 && <Notice tone="danger">Ninguém receberia esta campanha.</Notice>}
        {hold && (
          <Notice tone={hold.morningMs === null ? 'info' : 'warn'}>
            <p>{hold.words}</p>
            {hold.morningMs !== null && (
              <Button
                isBusy={busyWith === 'move'}
                disabled={busyWith !== null}
                onClick={() => moveTo(hold.morningMs ?? now)}
              >
                Mudar para {formatDateTime(new Date(hold.morningMs).toISOString())}
              </Button>
            )}
          </Notice>
        )}
        {beside.length > 0 && (
          <Notice tone="info">
            {namesOf(beside)} {beside.length === 1 ? 'sai' : 'saem'} pela mesma conexão: os envios
            se revezam, e esta termina mais tarde.
          </Notice>
        )}
        <CampaignRisks
          preview={preview}
          strangers={
            device && (
              <StrangersNotice
                key={device.deviceId}
                strangers={strangers}
                connection={{
                  ...{ deviceId: device.deviceId, name: deviceName(device), phone: device.phone },
                  limits: device.standing.limits,
                }}
                onLimited={async () => void (await onChanged())}
              />
            )
          }
        />
        {isClear && <Notice tone="ok">Nada impede o início.</Notice>}
      </div>
    </Card>
  )
}

/** What its own hours, or the night, do with the start of a scheduled campaign; null: nothing. */
function holdOf(
  campaign: Campaign,
  nowMs: number,
): { readonly words: string; readonly morningMs: number | null } | null {
  const { status, scheduledAt } = campaign
  if (status !== CampaignStatus.scheduled || scheduledAt === null) return null
  const startMs = Math.max(Date.parse(scheduledAt), nowMs)
  const firstMs = nextOpening(campaign, startMs)
  if (firstMs === null) {
    return { words: 'Os horários de envio desta campanha nunca abrem.', morningMs: null }
  }
  const morningMs = nextMorningOf(firstMs)
  if (morningMs !== null) return { words: NIGHT_WARNING, morningMs }
  if (isOpenAt(campaign, startMs)) return null
  const first = formatDateTime(new Date(firstMs).toISOString())
  return {
    words: `Ela começa fora dos horários de envio: o primeiro sai em ${first}.`,
    morningMs: null,
  }
}
