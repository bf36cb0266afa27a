import { listName } from '../contacts/contact-list.ts'
import { formatCount, formatQuantity } from '../display.ts'
import { type ContactFilter, listIdsOf, needsValue } from './audience.ts'
import type { Campaign } from './campaign.ts'
import { canEdit } from './campaign-status.ts'
import { FilterOp } from './filter-op.ts'

/** Who a campaign is for, in words: its lists by name, its filters, and who is left out. */

export const filterOpWords: Readonly<Record<FilterOp, string>> = {
  [FilterOp.equals]: 'é igual a',
  [FilterOp.differs]: 'é diferente de',
  [FilterOp.contains]: 'contém',
  [FilterOp.empty]: 'está vazio',
  [FilterOp.filled]: 'está preenchido',
}

type NamedList = { readonly id: string; readonly name: string; readonly total: number }
type Planned = Pick<Campaign, 'status' | 'contactListId' | 'moreListIds' | 'filters' | 'exclusion'>
/** Names of what a campaign has by id; undefined while they are not known. */
export type KnownNames = {
  readonly lists: readonly NamedList[] | undefined
  readonly campaigns: readonly Pick<Campaign, 'id' | 'name'>[] | undefined
}
type Fact = { readonly name: string; readonly value: string }

/** The names of a campaign's lists, its own first. */
export function listNamesOf(campaign: Planned, lists: KnownNames['lists']): readonly string[] {
  if (!lists) return []
  return listIdsOf(campaign).map((wanted) => {
    const list = lists.find(({ id }) => id === wanted)
    return list ? listName(list) : 'lista excluída'
  })
}

/**
 * How many contacts the lists hold of a campaign that has not started: `310`, or `até 410` where
 * some may be left out. Null for one that has started, and where no list is known.
 */
export function heldPeople(campaign: Planned, lists: KnownNames['lists']): string | null {
  const held = heldCount(campaign, lists)
  if (held === null) return null
  return held.isWhole ? formatCount(held.total) : `até ${formatCount(held.total)}`
}

/** The same as a number; `isWhole`: nobody of them can be left out. */
export function heldCount(
  campaign: Planned,
  lists: KnownNames['lists'],
): { readonly total: number; readonly isWhole: boolean } | null {
  if (!canEdit(campaign) || !lists) return null
  const ids = listIdsOf(campaign)
  const found = lists.filter(({ id }) => ids.includes(id))
  if (found.length === 0) return null
  return {
    total: found.reduce((sum, list) => sum + list.total, 0),
    isWhole: ids.length === 1 && campaign.filters.length === 0 && campaign.exclusion === null,
  }
}

/** Lists, filters and exclusions, each where there is one. */
export function audienceFacts(
  campaign: Planned,
  { lists, campaigns }: KnownNames,
): readonly Fact[] {
  const names = listNamesOf(campaign, lists)
  const people = heldPeople(campaign, lists)
  const { filters } = campaign
  const leftOut = leftOutWords(campaign, campaigns)
  return [
    ...(names.length > 0
      ? [{ name: names.length === 1 ? 'Lista' : 'Listas', value: names.join(', ') }]
      : []),
    ...(people === null ? [] : [{ name: 'Pessoas na lista', value: people }]),
    ...(filters.length > 0
      ? [{ name: 'Filtro', value: filters.map(filterWords).join(' e ') }]
      : []),
    ...(leftOut.length > 0 ? [{ name: 'Fica de fora', value: leftOut.join('; ') }] : []),
  ]
}

/** `cidade é igual a "Recife"` */
function filterWords({ field, op, value }: ContactFilter): string {
  const words = `${field} ${filterOpWords[op]}`
  return needsValue(op) ? `${words} "${value}"` : words
}

function leftOutWords(
  { exclusion }: Planned,
  campaigns: KnownNames['campaigns'],
): readonly string[] {
  if (exclusion === null) return []
  const { days, campaignIds } = exclusion
  const nameOf = (wanted: string) => campaigns?.find(({ id }) => id === wanted)?.name
  const named = campaignIds.map((id) => {
    const name = nameOf(id)
    return name === undefined ? 'uma campanha excluída' : `"${name}"`
  })
  return [
    ...(days === null
      ? []
      : [
          `quem recebeu campanha ${days === 1 ? 'no último dia' : `nos últimos ${formatQuantity(days, 'dia', 'dias')}`}`,
        ]),
    ...(named.length > 0 && campaigns ? [`quem recebeu ${named.join(' ou ')}`] : []),
  ]
}
