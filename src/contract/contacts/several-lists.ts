import { z } from 'zod'
import { ListName } from './list-name.ts'

/** Lists that one call takes; their ids are well below what an address may hold. */
export const LISTS_AT_ONCE_MAX = 100
const TOO_MANY_LISTS = `São aceitas até ${LISTS_AT_ONCE_MAX} listas de uma vez.`
const ID_MAX_LENGTH = 100

const ListId = z.string('Informe o id da lista.').min(1, 'Informe o id da lista.')
const ListIds = z
  .array(ListId.max(ID_MAX_LENGTH), { error: 'Informe os ids das listas em uma lista.' })
  .min(1, 'Escolha pelo menos uma lista.')
  .max(LISTS_AT_ONCE_MAX, TOO_MANY_LISTS)

/** Lists whose contacts go into one: an existing list, or a new one of this name. */
export const MergeListsBody = z
  .object({
    listas: ListIds,
    lista: ListId.max(ID_MAX_LENGTH).optional(),
    name: ListName.optional(),
  })
  .refine(({ lista, name }) => lista !== undefined || (name ?? '') !== '', {
    path: ['lista'],
    message: 'Escolha uma lista ou dê o nome de uma nova.',
  })
  .refine(({ listas, lista }) => new Set(lista ? [...listas, lista] : listas).size > 1, {
    path: ['listas'],
    message: 'Escolha pelo menos duas listas.',
  })

export const ExportListsQuery = z.object({
  /** Ids with commas between. */
  listas: z
    .string('Informe os ids das listas.')
    .max(LISTS_AT_ONCE_MAX * (ID_MAX_LENGTH + 1), TOO_MANY_LISTS)
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(ListIds),
  sep: z.enum([',', ';'], 'O separador é "," ou ";".').optional(),
})
