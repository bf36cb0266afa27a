import { UserRoundX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { useCampaignPreview, useLivePreviews } from '../../../../api/campaigns/campaign-preview.ts'
import { useDevices } from '../../../../api/devices.ts'
import { attachmentOf } from '../../../../parts/attachment/campaign-attachment.ts'
import { MessageByPerson } from '../../../../parts/phone/message-by-person.tsx'
import { sentTexts } from '../../../../parts/phone/sent-texts.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Loading, Skeleton, Skeletons } from '../../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../../ui/forms/button.tsx'
import { Card, CardHead } from '../../../../ui/page/card.tsx'
import { CampaignFacts } from '../campaign-about.tsx'
import styles from '../details-screen.module.css'
import { PlanPart } from '../plan-part.tsx'
import { AudienceStrip } from './audience-strip.tsx'
import { BeforeStart } from './before-start.tsx'
import { RecipientsPart } from './recipients-part.tsx'
import type { PlannedActions } from './use-planned-actions.ts'

/**
 * What is to be known of a campaign before it starts: how it will go, who gets it and who does not,
 * what may hold it back, and what each recipient will read. Once it has begun, the parts that show
 * how it goes take the places of these.
 */
export function PlannedPage({
  campaign,
  planned,
}: {
  readonly campaign: Campaign
  readonly planned: PlannedActions
}) {
  const plan = useMemo(() => planOf(campaign), [campaign])
  const { data, error, isLoading, mutate } = useCampaignPreview(plan)
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  // The last preview stays until that of a changed plan is there.
  const preview = plan ? (data ?? last) : undefined
  const [wanted, setWanted] = useState(0)
  const message = useRef<HTMLDivElement>(null)
  useLivePreviews()
  const retry = useCallback(() => {
    mutate().catch(() => undefined)
  }, [mutate])
  useOnNewStatus(campaign.deviceId, retry)
  const count = preview?.recipients ?? 0
  const place = Math.min(wanted, Math.max(0, count - 1))
  const audience = useMemo(() => audienceOf(campaign), [campaign])
  const [wantedText, setWantedText] = useState(1)
  const texts = sentTexts(campaign)
  return (
    <>
      <PlanPart campaign={campaign} planned={planned} recipientCount={preview?.recipients} />
      {preview && error && (
        <Notice tone="danger" detail={sentenceOf(error, 'Tente novamente.')}>
          <p>Não foi possível ver de novo quem recebe esta campanha: isto é de antes.</p>
          <Button onClick={retry}>Tentar novamente</Button>
        </Notice>
      )}
      {plan && (preview || !error) && (
        <AudienceStrip preview={preview} listCount={1 + campaign.moreListIds.length} />
      )}
      <div className={styles.planned}>
        {!plan && <NoAudience id={campaign.id} />}
        {preview && (
          <BeforeStart
            campaign={campaign}
            preview={preview}
            isCurrent={!error}
            planned={planned}
            onChanged={() => mutate()}
          />
        )}
        {plan && error && !preview && (
          <Card>
            <ErrorState
              title="Não foi possível ver quem recebe esta campanha."
              detail={sentenceOf(error, 'Tente novamente.')}
              onRetry={retry}
            />
          </Card>
        )}
        {plan && isLoading && !preview && <Waiting />}
        <div ref={message} className={styles.beside}>
          <Card>
            <CardHead title="Mensagem e dados" />
            <div className={styles.about}>
              <MessageByPerson
                audience={count > 0 ? audience : null}
                columns={preview?.columns ?? []}
                count={count}
                place={place}
                onPlace={setWanted}
                texts={texts}
                shownText={Math.min(wantedText, texts.length)}
                onShowText={setWantedText}
                image={attachmentOf(campaign)}
                atMs={Date.parse(preview?.startsAt ?? campaign.updatedAt)}
                empty="Ainda sem mensagem."
                look="card"
              />
              <CampaignFacts campaign={campaign} />
            </div>
          </Card>
        </div>
        {preview && count > 0 && audience && (
          <RecipientsPart
            campaign={campaign}
            audience={audience}
            preview={preview}
            place={place}
            onPlace={setWanted}
            onShow={(chosen) => {
              setWanted(chosen)
              message.current?.scrollIntoView({ block: 'nearest' })
            }}
          />
        )}
      </div>
    </>
  )
}

/** Calls back when a device went on or off: the preview of a campaign depends on that. */
function useOnNewStatus(deviceId: string | null, onNew: () => void): void {
  const device = useDevices().data?.devices.find((each) => each.deviceId === deviceId)
  const now = device && `${device.deviceId} ${device.status}`
  const last = useRef(now)
  useEffect(() => {
    const isNew = last.current !== undefined && now !== undefined && now !== last.current
    if (now !== undefined) last.current = now
    if (isNew) onNew()
  }, [now, onNew])
}

function NoAudience({ id }: Pick<Campaign, 'id'>) {
  return (
    <Card>
      <EmptyState
        icon={UserRoundX}
        title="Ninguém para receber ainda"
        action={
          <Link href={`${consoleRoutes.newCampaign}?editar=${id}`} className={buttonClass('plain')}>
            Escolher a lista
          </Link>
        }
      >
        Com uma lista escolhida aparecem aqui quem recebe, quem fica de fora e a mensagem de cada
        pessoa.
      </EmptyState>
    </Card>
  )
}

function Waiting() {
  return (
    <Card>
      <Loading className={styles.about}>
        <Skeleton width="10rem" height="1.35rem" />
        <Skeletons count={6} height="2.25rem" />
      </Loading>
    </Card>
  )
}

/** Who gets it, whatever it says; null: no list is chosen. */
function audienceOf({
  contactListId,
  moreListIds,
  filters,
  exclusion,
}: Campaign): CampaignPatch | null {
  return contactListId === null ? null : { contactListId, moreListIds, filters, exclusion }
}

/** All that decides how it will go; null: no list is chosen. */
function planOf(campaign: Campaign): CampaignPatch | null {
  const audience = audienceOf(campaign)
  if (audience === null) return null
  const { deviceId, text, variants, hasOptOutFooter = false, scheduledAt } = campaign
  const { intervalSeconds, maxIntervalSeconds, windows, timeZone } = campaign
  return {
    ...{ ...audience, deviceId, text, variants, hasOptOutFooter, scheduledAt },
    ...{ intervalSeconds, maxIntervalSeconds, windows, timeZone },
  }
}
