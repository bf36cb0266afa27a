import {
  isOfFilter,
  type Send,
  type SendFilter,
  SendStatus,
  sendStatusLabels,
} from '#contract/campaigns/send.ts'
import { foldText } from '#contract/fold.ts'
import { onceEach } from '../../../../once-each.ts'

type Choice = { readonly status: SendFilter; readonly label: string }

/** The statuses to choose from, in their order. */
export const sendStatusChoices: readonly Choice[] = [
  // Delivered or not: a row's own word says which.
  { status: SendStatus.success, label: 'Enviado, não lido' },
  { status: SendStatus.read, label: sendStatusLabels[SendStatus.read] },
  { status: SendStatus.error, label: sendStatusLabels[SendStatus.error] },
  { status: 'replied', label: 'Respondeu' },
  { status: 'delivered', label: 'Entregue' },
  { status: 'sent', label: 'Enviado, lido ou não' },
]

export type SendsFilter = {
  readonly search: string
  /** `null`: all of them. */
  readonly status: SendFilter | null
  /** Number of the text that they got; `null`: any. */
  readonly variant: number | null
}

export const noFilter: SendsFilter = { search: '', status: null, variant: null }

/** The sends of one status, and of one text, to recipients whose name has the words or whose phone has the digits. */
export function filterSends(
  sends: readonly Send[],
  { search, status, variant }: SendsFilter,
): readonly Send[] {
  const words = foldText(search.trim())
  const digits = /[a-z]/.test(words) ? '' : words.replace(/\D/g, '')
  if (words === '' && status === null && variant === null) return sends
  return sends.filter(
    (send) =>
      (status === null || isOfFilter(send, status)) &&
      (variant === null || send.variant === variant) &&
      (words === '' ||
        (digits !== '' && send.contact.includes(digits)) ||
        foldedNameOf(send).includes(words)),
  )
}

const foldedNameOf = onceEach(({ name }: Send) => foldText(name))
