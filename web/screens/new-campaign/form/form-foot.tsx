import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { Device } from '#contract/devices/device.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { actionWords } from '../action-words.ts'
import type { Audience } from '../audience.ts'
import type { CampaignDraft } from '../campaign-draft.ts'
import type { Intent } from '../submission.ts'
import styles from './campaign-form.module.css'
import { PlanEnd, PlanNotes, PlanWords } from './plan-words.tsx'

/** What the form comes to in words, and its buttons: the last says what it does. */
export function FormFoot({
  draft,
  audience,
  device,
  edited,
  isLocked,
  nowMs,
  busy,
  trial,
  onDraft,
}: {
  readonly draft: CampaignDraft
  readonly audience: Audience
  readonly device: Device | undefined
  readonly edited: Campaign | null
  readonly isLocked: boolean
  readonly nowMs: number
  readonly busy: Intent | null
  readonly trial: { readonly isSending: boolean; readonly send: () => Promise<void> }
  readonly onDraft: () => void
}) {
  const recipientCount = audience.preview?.recipients ?? null
  const action = actionWords({ draft, recipientCount, edited, nowMs })
  const plan = { draft, audience, device, nowMs }
  // On a narrow page only the last button, and when the campaign ends, stay in sight.
  const isNarrow = useIsNarrow()
  return (
    <div className={styles.foot}>
      <p className={styles.plan} role="status">
        {isNarrow ? <PlanNotes {...plan} /> : <PlanWords {...plan} />}
      </p>
      {!isLocked && (
        <div className={styles.others}>
          <Button
            look="quiet"
            isBusy={trial.isSending}
            disabled={busy !== null}
            onClick={() => void trial.send()}
          >
            Enviar teste
          </Button>
          <Button isBusy={busy === 'draft'} disabled={busy !== null} onClick={onDraft}>
            Salvar Rascunho
          </Button>
        </div>
      )}
      <div className={styles.go}>
        {isNarrow && (
          <p className={styles.end} role="status">
            <PlanEnd {...plan} />
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          isBusy={busy === (isLocked ? 'draft' : 'create')}
          disabled={busy !== null}
        >
          {isLocked ? 'Salvar como nova' : <MainWords action={action} isEdit={edited !== null} />}
        </Button>
      </div>
    </div>
  )
}

/** What the button is called in the whole program, and what it does this time. */
function MainWords({
  action,
  isEdit,
}: {
  readonly action: string | null
  readonly isEdit: boolean
}) {
  const title = isEdit ? 'Salvar alterações' : 'Criar Campanha'
  if (action === null || action === title) return title
  return (
    <span className={styles.main}>
      <small>{title}</small> <span>{action}</span>
    </span>
  )
}
