import { useMemo, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { canEdit } from '#contract/campaigns/campaign-status.ts'
import type { SendingDefaults } from '#contract/campaigns/sending-defaults.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import type { Device } from '#contract/devices/device.ts'
import { useDevices } from '../../../api/devices.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import { messages } from '../../../messages.ts'
import { holdsFiles, takeFile, useAttachment } from '../../../parts/attachment/use-attachment.ts'
import { deviceName } from '../../../parts/device-name.ts'
import type { Session } from '../../../session/session.ts'
import { useNow } from '../../../ui/display/relative-time.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { useFormErrors } from '../../../ui/forms/use-form-errors.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { actionWords } from '../action-words.ts'
import { type Audience, useAudience } from '../audience.ts'
import { type CampaignDraft, draftOf, newDraft, withOnlyDevice } from '../campaign-draft.ts'
import { MessagePreview } from '../message-preview.tsx'
import { useReview } from '../review/use-review.ts'
import { useDraft } from '../use-draft.ts'
import { useSubmit } from '../use-submit.ts'
import { useTrial } from '../use-trial.ts'
import { BasicSection } from './basic-section.tsx'
import styles from './campaign-form.module.css'
import { ContactsSection } from './contacts-section.tsx'
import { doneSteps } from './done-steps.ts'
import { FormFoot } from './form-foot.tsx'
import { FormNotes } from './form-notes.tsx'
import { MessageSection } from './message-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'

const ReviewDialog = lazyPart(
  async () => (await import('../review/review-dialog.tsx')).ReviewDialog,
)

const CLOCK_INTERVAL_MS = 15_000
/** Where the preview has room beside the form. */
export const PREVIEW_BESIDE = '(min-width: 1081px)'

/** What the form begins with. */
export type Origin = {
  readonly purpose: 'new' | 'reuse' | 'edit'
  /** The campaign to reuse or edit; live. */
  readonly campaign: Campaign | null
  /** How a new one goes out where nothing else is said. */
  readonly defaults: SendingDefaults
  /** The lists to begin with. */
  readonly listIds?: readonly string[]
}

export function CampaignForm({
  session,
  origin: { purpose, campaign, defaults, listIds = [] },
}: {
  readonly session: Session
  readonly origin: Origin
}) {
  const nowMs = useNow(CLOCK_INTERVAL_MS)
  const [initial] = useState(() =>
    campaign ? draftOf(campaign, nowMs) : { ...newDraft(defaults), ...audienceOf(listIds) },
  )
  const kept = useDraft(
    [session.user.id, purpose, campaign?.id ?? listIds.join(',')].join('.'),
    initial,
  )
  const { change } = kept
  const devices = useDevices().data?.devices
  const draft = useMemo(() => withOnlyDevice(kept.draft, devices), [kept.draft, devices])
  const { errors, formRef, show } = useFormErrors()
  const audience = useAudience(draft)
  const image = useAttachment((stored) => change({ image: stored }))
  const [wasRefused, setWasRefused] = useState(false)
  const isEdit = purpose === 'edit'
  const isLocked = isEdit && (wasRefused || (campaign !== null && !canEdit(campaign)))
  const edited = isEdit && !isLocked ? campaign : null
  const existing = existingOf(draft, { devices, audience })
  const device = devices?.find(({ deviceId }) => deviceId === existing.deviceId)
  const reviewing = useReview()
  const [wantedText, setWantedText] = useState(1)
  const shownText = wantedText <= draft.variants.length + 1 ? wantedText : 1
  const trial = useTrial({ draft: existing, device, show, textNumber: shownText })
  const { busy, submit } = useSubmit({
    draft: existing,
    review: (preview, previewAgain) =>
      reviewing.ask({
        preview,
        campaignName: draft.name,
        action:
          actionWords({ draft, recipientCount: preview.recipients, edited, nowMs: Date.now() }) ??
          '',
        connection: {
          deviceId: existing.deviceId,
          name: device ? deviceName(device) : '',
          phone: device?.phone ?? null,
          limits: device?.standing.limits,
        },
        previewAgain,
        listNames: listNamesOf(existing, audience),
        file: existing.image,
        variantCount: existing.variants.length,
        nowMs: Date.now(),
      }),
    editedId: edited?.id ?? null,
    isImageOnItsWay: image.uploading !== null,
    show,
    onLocked: () => setWasRefused(true),
    onSaved: kept.settle,
  })
  useLeaveGuard(kept.isUnsaved, messages.campaigns.leaveConfirm, { isInDialog: false })

  const section = { draft, change, errors }
  const done = doneSteps(existing, nowMs)
  const isWide = useMedia(PREVIEW_BESIDE)
  const preview = (
    <div className={styles.preview}>
      <MessagePreview {...{ draft, audience, nowMs, shownText }} onShowText={setWantedText} />
    </div>
  )
  return (
    <form
      ref={formRef}
      noValidate
      aria-labelledby="titulo"
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        await submit(isLocked ? 'draft' : 'create')
      }}
      onPaste={(event) => takeFile(event, event.clipboardData, image.choose)}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => holdsFiles(event) && takeFile(event, event.dataTransfer, image.choose)}
    >
      <FormNotes
        isLocked={isLocked}
        isRestored={kept.isRestored}
        onDiscard={() => {
          kept.discard()
          show({})
        }}
        onKeep={kept.hideNote}
      />
      <div className={styles.columns}>
        <div className={styles.sections}>
          <BasicSection {...section} isDone={done.basic} />
          <ContactsSection {...section} isDone={done.audience} audience={audience} />
          <MessageSection
            {...section}
            isDone={done.message}
            columns={audience.preview?.columns ?? []}
            contact={audience.contacts[0]}
            warnings={audience.warnings}
            image={image}
            shownText={shownText}
            onShowText={setWantedText}
          />
          {!isWide && preview}
          <ScheduleSection {...section} isDone={done.schedule} nowMs={nowMs} />
        </div>
        {isWide && preview}
      </div>
      <FormFoot
        draft={draft}
        audience={audience}
        device={device}
        edited={edited}
        isLocked={isLocked}
        nowMs={nowMs}
        busy={busy}
        trial={trial}
        onDraft={() => void submit('draft')}
      />
      {reviewing.asked && (
        <ReviewDialog review={reviewing.asked.review} onAnswer={reviewing.asked.answer} />
      )}
    </form>
  )
}

/** Clears devices and lists that no longer exist, as the fields show it. */
function existingOf(
  draft: CampaignDraft,
  {
    devices,
    audience: { lists, chosen },
  }: { readonly devices: readonly Device[] | undefined; readonly audience: Audience },
): CampaignDraft {
  const hasDevice = !devices || devices.some(({ deviceId }) => deviceId === draft.deviceId)
  return {
    ...draft,
    deviceId: hasDevice ? draft.deviceId : '',
    contactListId: !lists || chosen ? draft.contactListId : '',
  }
}

function listNamesOf(
  { contactListId, moreListIds }: CampaignDraft,
  { lists = [] }: Audience,
): readonly string[] {
  const ids = [...new Set([contactListId, ...moreListIds])]
  return ids.flatMap((wanted) => lists.filter(({ id }) => id === wanted).map(listName))
}

/** A campaign's first list, and those that go with it. */
function audienceOf([contactListId = '', ...moreListIds]: readonly string[]) {
  return { contactListId, moreListIds }
}
