import type { CampaignDraft } from '../campaign-draft.ts'
import { submissionOf } from '../submission.ts'

const fieldsOfStep = {
  basic: ['name', 'device_id'],
  audience: ['contatos', 'listas', 'filtro', 'excluir'],
  message: ['texto', 'variantes', 'imagem', 'anexo'],
  schedule: ['data', 'hora', 'delay', 'delay_max', 'janelas', 'fuso'],
} as const

/** In which steps nothing keeps the campaign from being created. */
export function doneSteps(
  draft: CampaignDraft,
  nowMs: number,
): Readonly<Record<keyof typeof fieldsOfStep, boolean>> {
  const submission = submissionOf(draft, { intent: 'create', nowMs })
  const names = 'errors' in submission ? Object.keys(submission.errors) : []
  const open = new Set(names.map((name) => name.split('.')[0]))
  const isDone = (fields: readonly string[]) => !fields.some((field) => open.has(field))
  return {
    basic: isDone(fieldsOfStep.basic),
    audience: isDone(fieldsOfStep.audience),
    message: isDone(fieldsOfStep.message),
    schedule: isDone(fieldsOfStep.schedule),
  }
}
