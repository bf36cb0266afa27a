import {
  CampaignBody,
  type CampaignInput,
  type CampaignPatch,
  CampaignPatchBody,
  missingFields,
} from '#contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { toSendWindowWire } from '#contract/campaigns/send-window.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { longestSeconds } from '../../parts/pace/pace-plan.ts'
import { readSeconds } from '../../parts/pace/read-seconds.ts'
import { byField, type FieldErrors } from '../../ui/forms/use-form-errors.ts'
import type { CampaignDraft } from './campaign-draft.ts'

/** The form's buttons: keep it for later, or have it sent. */
export type Intent = 'draft' | 'create'

export type Submission =
  | { readonly input: CampaignInput }
  | {
      readonly errors: FieldErrors
      /** Only the time is missing: the form may be saved as a draft. */
      readonly lacksOnlyTime: boolean
    }

/** What the form asks of the server, or what is wrong with it, by the names of its fields. */
export function submissionOf(
  draft: CampaignDraft,
  { intent, nowMs }: { readonly intent: Intent; readonly nowMs: number },
): Submission {
  const decoded = CampaignBody.safeDecode(toWire(draft, { intent, nowMs }))
  const errors = {
    ...byField(decoded.success ? [] : toFieldErrors(decoded.error)),
    ...(intent === 'create' ? { ...missing(draft), ...timeErrors(draft, nowMs) } : {}),
  }
  if (decoded.success && Object.keys(errors).length === 0) return { input: decoded.data }
  const isTimeMissing = draft.when === 'later' && startOf(draft, nowMs) === null
  const others = Object.keys(errors).filter((name) => name !== 'data' && name !== 'hora')
  return { errors, lacksOnlyTime: isTimeMissing && others.length === 0 }
}

/** The message of the form with all that shapes it, to be sent once, or what it lacks. */
export function trialOf(
  draft: CampaignDraft,
  nowMs: number,
): { readonly plan: CampaignPatch } | { readonly errors: FieldErrors } {
  const { name: _, data_de_envio: __, ...wire } = toWire(draft, { intent: 'draft', nowMs })
  const decoded = CampaignPatchBody.safeDecode(wire)
  const errors = {
    ...byField(decoded.success ? [] : toFieldErrors(decoded.error)),
    ...(draft.deviceId === '' ? { device_id: 'Escolha uma conexão de WhatsApp.' } : {}),
    ...(draft.text.trim() === '' ? { texto: 'Escreva o texto da mensagem.' } : {}),
    ...blankVariants(draft),
  }
  return decoded.success && Object.keys(errors).length === 0 ? { plan: decoded.data } : { errors }
}

/** When it would begin, in epoch milliseconds; null where date or time is missing. */
export function startOf({ when, date, time }: CampaignDraft, nowMs: number): number | null {
  if (when === 'now') return nowMs
  if (date === '' || time === '') return null
  const startMs = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(startMs) ? null : startMs
}

function toWire(
  draft: CampaignDraft,
  { intent, nowMs }: { readonly intent: Intent; readonly nowMs: number },
) {
  // What begins at once does so by the server's clock: this one may be wrong by hours.
  const startMs = draft.when === 'now' ? null : startOf(draft, nowMs)
  const isPlanned = draft.when === 'now' || startMs !== null
  return {
    name: draft.name,
    texto: draft.text,
    variantes: draft.variants,
    rodape_saida: draft.hasOptOutFooter,
    ...mediumOf(draft),
    data_de_envio: startMs === null ? null : new Date(startMs).toISOString(),
    contatos: draft.contactListId || null,
    listas: draft.moreListIds,
    filtro: draft.filters.map(({ field, op, value }) => ({ campo: field, op, valor: value })),
    excluir: exclusionOf(draft),
    delay: readSeconds(draft.interval),
    delay_max: longestSeconds(draft),
    janelas: draft.windows.map(toSendWindowWire),
    fuso: draft.windows.length > 0 ? draft.timeZone : null,
    status: intent === 'create' && isPlanned ? CampaignStatus.scheduled : CampaignStatus.draft,
    device_id: draft.deviceId || null,
  }
}

function mediumOf({ image }: CampaignDraft) {
  if (image === null) return { imagem: null, anexo: null }
  const { url, name, isAttached } = image
  return isAttached ? { imagem: null, anexo: { url, nome: name } } : { imagem: url, anexo: null }
}

function exclusionOf({ excludeDays, excludeCampaignIds }: CampaignDraft) {
  const days = excludeDays.trim()
  if (days === '' && excludeCampaignIds.length === 0) return null
  return { dias: days === '' ? null : Number(days), campanhas: excludeCampaignIds }
}

function missing(draft: CampaignDraft): FieldErrors {
  return byField(
    missingFields({
      name: draft.name.trim(),
      status: CampaignStatus.scheduled,
      deviceId: draft.deviceId || null,
      text: draft.text,
      variants: draft.variants,
      contactListId: draft.contactListId || null,
      intervalSeconds: readSeconds(draft.interval),
      maxIntervalSeconds: longestSeconds(draft),
    }),
  )
}

function blankVariants({ variants }: CampaignDraft): FieldErrors {
  return Object.fromEntries(
    variants.flatMap((text, place) =>
      text.trim() === ''
        ? [[`variantes.${place}`, `Escreva o texto da variação ${place + 2}, ou remova-a.`]]
        : [],
    ),
  )
}

function timeErrors(draft: CampaignDraft, nowMs: number): FieldErrors {
  if (draft.when === 'now') return {}
  const startMs = startOf(draft, nowMs)
  if (startMs === null) {
    return {
      ...(draft.date === '' ? { data: 'Informe a data do envio.' } : {}),
      ...(draft.time === '' ? { hora: 'Informe a hora do envio.' } : {}),
    }
  }
  return startMs < nowMs ? { data: 'Esta data e hora já passaram.' } : {}
}
