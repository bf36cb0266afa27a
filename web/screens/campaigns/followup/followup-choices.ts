import type { Campaign } from '#contract/campaigns/campaign.ts'
import { isActive, isOver } from '#contract/campaigns/campaign-status.ts'
import { FollowupAudience } from '#contract/campaigns/followup.ts'
import { followupCounts } from '#contract/campaigns/followup-counts.ts'
import { formatCount } from '../../../format.ts'

/** One part of a campaign's recipients, and what can be done for them. */
export type FollowupChoice = {
  readonly audience: FollowupAudience
  readonly count: number
  /** What the button says. */
  readonly action: string
  /** Who they are: `40 que não leram`. */
  readonly people: string
  /** Why nobody is in this part; null where there are recipients. */
  readonly nobody: string | null
  /** Which recipients the count leaves out, and why; null: none. */
  readonly rest: string | null
  /** Whether it is a good sign that nobody is in this part. */
  readonly isWell: boolean
}

type Words = {
  readonly action: (count: number, people: string) => string
  readonly one: string
  readonly many: string
  readonly nobody: string
  readonly isWell?: true
}

const write = (_: number, people: string) => `Escrever para ${people}`

const words: Readonly<Record<FollowupAudience, Words>> = {
  [FollowupAudience.unsent]: {
    action: (_, people) => `Continuar com ${people}`,
    one: 'que falta',
    many: 'que faltam',
    nobody: 'Ninguém ficou sem envio.',
    isWell: true,
  },
  [FollowupAudience.failed]: {
    action: (_, people) => `Reenviar para ${people}`,
    one: 'que falhou',
    many: 'que falharam',
    nobody:
      'Sem reenvio: quem falhou não está no WhatsApp, pediu para sair ou talvez já tenha recebido.',
  },
  [FollowupAudience.undelivered]: {
    action: write,
    one: 'que não recebeu',
    many: 'que não receberam',
    nobody: 'Tudo o que saiu foi entregue.',
    isWell: true,
  },
  [FollowupAudience.unread]: {
    action: write,
    one: 'que não leu',
    many: 'que não leram',
    nobody: 'Tudo o que saiu foi lido.',
    isWell: true,
  },
  [FollowupAudience.silent]: {
    action: write,
    one: 'que não respondeu',
    many: 'que não responderam',
    nobody: 'Todos a quem se escreveu responderam.',
    isWell: true,
  },
  [FollowupAudience.replied]: {
    action: write,
    one: 'que respondeu',
    many: 'que responderam',
    nobody: 'Ninguém respondeu ainda.',
  },
}

/** All choices in their order, also those without recipients; none before the campaign begins. */
export function followupChoices(campaign: Campaign): readonly FollowupChoice[] {
  if (!isActive(campaign) && !isOver(campaign)) return []
  const counts = followupCounts(campaign)
  return audiencesOf(campaign).map((audience) => ({
    ...choiceOf(audience, counts[audience]),
    rest: audience === FollowupAudience.failed ? restOf(campaign) : null,
  }))
}

/** The choice that the card shows: the recipients whom the campaign itself did not reach. */
export function openRest(choices: readonly FollowupChoice[]): FollowupChoice | undefined {
  const rest: readonly FollowupAudience[] = [FollowupAudience.unsent, FollowupAudience.failed]
  return choices.find(({ audience, count }) => rest.includes(audience) && count > 0)
}

/**
 * While a campaign runs, unsent and failed recipients may still get it; before the first send there
 * are no results.
 */
function audiencesOf(campaign: Campaign): readonly FollowupAudience[] {
  const { unsent, failed, undelivered, unread, silent, replied } = FollowupAudience
  const counts = followupCounts(campaign)
  return [
    ...(isOver(campaign) && counts[unsent] > 0 ? [unsent] : []),
    ...(isOver(campaign) && campaign.errorCount > campaign.endedCount ? [failed] : []),
    ...(campaign.sentCount > 0 ? [undelivered, unread, silent, replied] : []),
  ]
}

/** Says who failed and is not tried again, where others are; null: nobody. */
function restOf({ errorCount, endedCount, retryableCount }: Campaign): string | null {
  const left = errorCount - endedCount - retryableCount
  if (retryableCount === 0 || left <= 0) return null
  return left === 1
    ? 'Outro não está no WhatsApp, pediu para sair ou talvez já tenha recebido.'
    : `Outros ${formatCount(left)} não estão no WhatsApp, pediram para sair ou talvez já tenham recebido.`
}

function choiceOf(audience: FollowupAudience, count: number): Omit<FollowupChoice, 'rest'> {
  const { action, one, many, nobody, isWell = false } = words[audience]
  const whole = count === 1 ? `a pessoa ${one}` : `os ${formatCount(count)} ${many}`
  return {
    audience,
    count,
    action: action(count, whole),
    people: count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`,
    nobody: count > 0 ? null : nobody,
    isWell,
  }
}
