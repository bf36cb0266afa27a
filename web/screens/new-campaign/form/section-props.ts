import type { FieldErrors } from '../../../ui/forms/use-form-errors.ts'
import type { CampaignDraft } from '../campaign-draft.ts'

/** What every step of the form receives. */
export type SectionProps = {
  readonly draft: CampaignDraft
  readonly change: (patch: Partial<CampaignDraft>) => void
  readonly errors: FieldErrors
}

/** A step of its own, rather than a part of one. */
export type StepProps = SectionProps & {
  /** Nothing in it keeps the campaign from being created. */
  readonly isDone: boolean
}
