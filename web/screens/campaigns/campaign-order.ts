import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus, campaignDate } from '#contract/campaigns/campaign-status.ts'
import { foldText } from '#contract/fold.ts'
import { onceEach } from '../../once-each.ts'

/** The orders to choose from, named as in the page's address. The first one is how they are read. */
export const orderChoices = [
  { order: 'recentes', label: 'Mais recentes' },
  { order: 'proximas', label: 'Próximas a sair' },
  { order: 'nome', label: 'Nome, de A a Z' },
  { order: 'respostas', label: 'Mais respostas' },
] as const
export type CampaignOrder = (typeof orderChoices)[number]['order']

/** @param campaigns newest first: equal ones stay in that order */
export function sortCampaigns(
  campaigns: readonly Campaign[],
  order: CampaignOrder,
): readonly Campaign[] {
  if (order === 'recentes') return campaigns
  if (order === 'respostas') {
    return [...campaigns].sort((one, other) => other.replyCount - one.replyCount)
  }
  if (order === 'nome') return [...campaigns].sort(byKey(nameKey))
  const toCome = campaigns.filter(willStart)
  return [...toCome.sort(byKey(campaignDate)), ...campaigns.filter((each) => !willStart(each))]
}

const willStart = ({ status }: Campaign) =>
  status === CampaignStatus.scheduled || status === CampaignStatus.immediate

/** Longer runs of digits than this compare as texts. */
const DIGITS = 12

/** Without case and accents, and with room before numbers: `Semana 2` comes before `Semana 10`. */
const nameKey = onceEach(({ name }: Campaign) =>
  foldText(name.trim()).replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0')),
)

function byKey(keyOf: (campaign: Campaign) => string) {
  return (one: Campaign, other: Campaign) => {
    const [first, second] = [keyOf(one), keyOf(other)]
    return first < second ? -1 : first > second ? 1 : 0
  }
}
