import type { ListOrder } from '#contract/api/query.ts'

/** The orders of lists to choose from. */
export const orderChoices: readonly { readonly order: ListOrder; readonly label: string }[] = [
  { order: 'novas', label: 'Mais novas primeiro' },
  { order: '-novas', label: 'Mais antigas primeiro' },
  { order: 'nome', label: 'Por nome' },
  { order: '-nome', label: 'Por nome, de Z a A' },
  { order: 'contatos', label: 'Mais contatos primeiro' },
  { order: '-contatos', label: 'Menos contatos primeiro' },
  { order: 'uso', label: 'Usadas há pouco primeiro' },
  { order: '-uso', label: 'Há mais tempo sem uso primeiro' },
]
