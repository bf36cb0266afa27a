import type { Wait } from '#contract/campaigns/campaign.ts'
import { WaitReason } from '#contract/campaigns/campaign-status.ts'
import { formatClock, formatDateTime, formatDay } from '../format.ts'

/** Sentences for why a campaign is not sending at the moment. */
const waitSentences: Readonly<Record<WaitReason, string>> = {
  [WaitReason.device]: 'Esperando a conexão com o WhatsApp voltar.',
  [WaitReason.window]: 'Fora do horário de envio.',
  [WaitReason.dailyCap]: 'Limite diário da conexão atingido.',
  [WaitReason.restriction]: 'O WhatsApp limitou esta conexão.',
  [WaitReason.storage]: 'Sem espaço ou permissão para gravar no servidor.',
  [WaitReason.failures]: 'Pausada pelo servidor.',
}

/** Why a campaign is not sending, and until when where that is known. */
export function waitWords({ reason, until }: Wait, nowMs: number): string {
  const sentence = waitSentences[reason]
  return until === null ? sentence : `${sentence} Continua ${formatUntil(until, nowMs)}.`
}

function formatUntil(iso: string, nowMs: number): string {
  return formatDay(iso) === formatDay(nowMs)
    ? `hoje às ${formatClock(iso)}`
    : `em ${formatDateTime(iso)}`
}
