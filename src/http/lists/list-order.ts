import type { ListOrder } from '../../contract/api/query.ts'
import { type ContactList, listName } from '../../contract/contacts/contact-list.ts'

type Compare = (one: ContactList, other: ContactList) => number

const names = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

const orders: Readonly<Record<Exclude<ListOrder, 'novas'>, Compare>> = {
  nome: (one, other) => names.compare(listName(one), listName(other)),
  contatos: (one, other) => other.total - one.total,
}

/** The lists, given newest first, in an order; those that it does not tell apart stay newest first. */
export function inOrder(
  lists: readonly ContactList[],
  order: ListOrder = 'novas',
): readonly ContactList[] {
  return order === 'novas' ? lists : lists.toSorted(orders[order])
}
