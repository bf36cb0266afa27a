/** How a filter compares. Apart from its schema: the command line reads filters without loading any. */
export const FilterOp = {
  equals: 'igual',
  differs: 'diferente',
  contains: 'contem',
  empty: 'vazio',
  filled: 'preenchido',
} as const
export type FilterOp = (typeof FilterOp)[keyof typeof FilterOp]
