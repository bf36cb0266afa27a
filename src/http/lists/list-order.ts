import type { ListOrder } from '../../contract/api/query.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { type ContactList, listName } from '../../contract/contacts/contact-list.ts'
import { rankOfUse, usesByList } from '../../contract/contacts/list-use.ts'

type Compare = (one: ContactList, other: ContactList) => number

const names = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/**
 * Sorts the lists, which come newest first; equal ones keep that order.
 * @param campaigns called only where the order depends on them
 */
export async function inOrder(
  lists: readonly ContactList[],
  order: ListOrder,
  campaigns: () => Promise<readonly Campaign[]>,
): Promise<readonly ContactList[]> {
  switch (order) {
    case 'novas':
      return lists
    case '-novas':
      return lists.toReversed()
    case 'nome':
    case '-nome':
      return sorted(lists, order, (one, other) => names.compare(listName(one), listName(other)))
    case 'contatos':
    case '-contatos':
      return sorted(lists, order, (one, other) => other.total - one.total)
    default:
      return sorted(lists, order, byUse(await campaigns()))
  }
}

function sorted(
  lists: readonly ContactList[],
  order: ListOrder,
  compare: Compare,
): readonly ContactList[] {
  return lists.toSorted(order.startsWith('-') ? (one, other) => compare(other, one) : compare)
}

/** The last used first; those that no campaign was ever for at the end. */
function byUse(campaigns: readonly Campaign[]): Compare {
  const uses = usesByList(campaigns)
  const rankOf = ({ id }: ContactList) => {
    const campaign = uses.get(id)
    return campaign ? rankOfUse(campaign) : Number.NEGATIVE_INFINITY
  }
  return (one, other) => {
    const [rank, otherRank] = [rankOf(one), rankOf(other)]
    // Infinities have no difference.
    return rank === otherRank ? 0 : otherRank > rank ? 1 : -1
  }
}
