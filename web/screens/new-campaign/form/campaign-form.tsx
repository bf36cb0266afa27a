import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { type Campaign, canEdit } from '#contract/campaigns/campaign.ts'
import { useDevices } from '../../../api/devices.ts'
import { messages } from '../../../messages.ts'
import type { Session } from '../../../session/session.ts'
import { useNow } from '../../../ui/display/relative-time.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { useFormErrors } from '../../../ui/forms/use-form-errors.ts'
import { type Audience, useAudience } from '../audience.ts'
import { type CampaignDraft, draftOf, emptyDraft } from '../campaign-draft.ts'
import { MessagePreview } from '../message-preview.tsx'
import { useDraft } from '../use-draft.ts'
import { useSubmit } from '../use-submit.ts'
import { BasicSection } from './basic-section.tsx'
import styles from './campaign-form.module.css'
import { ContactsSection } from './contacts-section.tsx'
import { FormNotes } from './form-notes.tsx'
import { MessageSection } from './message-section.tsx'
import { PlanWords } from './plan-words.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { imageAmong, useImage } from './use-image.ts'

const CLOCK_INTERVAL_MS = 15_000

/** What the form begins with. */
export type Origin = {
  readonly purpose: 'new' | 'reuse' | 'edit'
  /** The campaign to reuse or edit; live. */
  readonly campaign: Campaign | null
}

export function CampaignForm({
  session,
  origin: { purpose, campaign },
}: {
  readonly session: Session
  readonly origin: Origin
}) {
  const nowMs = useNow(CLOCK_INTERVAL_MS)
  const [initial] = useState(() => (campaign ? draftOf(campaign, nowMs) : emptyDraft))
  const kept = useDraft([session.user.id, purpose, campaign?.id ?? ''].join('.'), initial)
  const { draft, change } = kept
  const { errors, formRef, show } = useFormErrors()
  const audience = useAudience(draft)
  const image = useImage((stored) => change({ image: stored }))
  const [wasRefused, setWasRefused] = useState(false)
  const isEdit = purpose === 'edit'
  const isLocked = isEdit && (wasRefused || (campaign !== null && !canEdit(campaign)))
  const { busy, submit } = useSubmit({
    draft: useExisting(draft, audience),
    editedId: isEdit && !isLocked ? (campaign?.id ?? null) : null,
    isImageOnItsWay: image.uploading !== null,
    show,
    onLocked: () => setWasRefused(true),
    onSaved: kept.settle,
  })
  useLeaveGuard(kept.isUnsaved, messages.campaigns.leaveConfirm)

  const section = { draft, change, errors }
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
          <BasicSection {...section} />
          <MessageSection
            {...section}
            columns={audience.preview?.columns ?? []}
            warnings={audience.warnings}
            image={image}
          />
          <ContactsSection {...section} audience={audience} />
          <ScheduleSection {...section} nowMs={nowMs} />
        </div>
        <div className={styles.preview}>
          <MessagePreview draft={draft} audience={audience} nowMs={nowMs} />
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.plan} role="status">
          <PlanWords draft={draft} audience={audience} nowMs={nowMs} />
        </p>
        <div className={styles.buttons}>
          {!isLocked && (
            <Button
              isBusy={busy === 'draft'}
              disabled={busy !== null}
              onClick={() => submit('draft')}
            >
              Salvar Rascunho
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            isBusy={busy === (isLocked ? 'draft' : 'create')}
            disabled={busy !== null}
          >
            {isLocked ? 'Salvar como nova' : 'Criar Campanha'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Clears a device or list that no longer exists, as the fields show it. */
function useExisting(draft: CampaignDraft, { lists, chosen }: Audience): CampaignDraft {
  const devices = useDevices().data?.devices
  const hasDevice = !devices || devices.some(({ deviceId }) => deviceId === draft.deviceId)
  return {
    ...draft,
    deviceId: hasDevice ? draft.deviceId : '',
    contactListId: !lists || chosen ? draft.contactListId : '',
  }
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

/** A file that falls anywhere on the form is its image; the browser would open it instead. */
function takeFile(
  event: DragEvent | ClipboardEvent,
  { files }: DataTransfer,
  choose: (file: File) => Promise<void>,
): void {
  const file = imageAmong(files)
  if (!file) return
  event.preventDefault()
  choose(file).catch(() => undefined)
}
