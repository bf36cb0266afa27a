import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { hasTooManyColumns, TOO_MANY_COLUMNS } from './contact-columns.ts'
import { ListName } from './list-name.ts'

/** Rows that one call reads or changes at most. */
export const ROWS_A_PAGE = 5_000
export const CHANGED_ROWS_MAX = 10_000
export const CHOSEN_ROWS_MAX = 100_000

const Cells = z.record(z.string(), z.string('Os campos precisam ser texto.'))

/** A row of a list on the wire. */
const RowJson = z.object({ name: z.string(), phone: z.string(), campos: Cells.optional() })

/** Cells as they come in: they are counted before any of them is checked. */
const CellsIn = z.preprocess((value, context) => {
  if (!hasTooManyColumns(value)) return value
  context.addIssue(TOO_MANY_COLUMNS)
  return z.NEVER
}, Cells)
const RowIn = RowJson.extend({ campos: CellsIn.optional() })

export type ListRow = z.infer<typeof RowJson>

/** A part of a list, in the order its contacts were added. */
export const ListRowsJson = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  total: z.int().min(0),
  /** Headers of the further columns. */
  colunas: z.array(z.string()),
  contatos: z.array(RowJson),
  /** Phones of those among them who get no campaigns. */
  descadastrados: z.array(z.string()),
})
export type ListRows = z.infer<typeof ListRowsJson>

const Phone = z.string('Informe o telefone.').min(1, 'Informe o telefone.').max(100)
const tooManyPhones = (max: number) => `São aceitos até ${max} contatos de uma vez.`
const TOO_MANY_CHANGES = `São aceitas até ${CHANGED_ROWS_MAX} alterações de uma vez.`
const phones = (max: number) =>
  z.array(Phone, { error: 'Informe os telefones em uma lista.' }).max(max, tooManyPhones(max))

const RowChange = z.object({
  /** The row, by its phone as the list has it. */
  phone: Phone,
  /** The row as its editor saw it; a row that another change has reached first stays as it is. */
  antes: RowIn,
  depois: RowIn.extend({
    name: z.string('Informe o nome.').max(NAME_MAX_LENGTH * 2),
    phone: Phone,
  }),
})

export const ListChangesBody = z.object({
  alterar: z
    .array(RowChange, { error: 'As alterações precisam ser uma lista.' })
    .max(CHANGED_ROWS_MAX, TOO_MANY_CHANGES)
    .optional(),
  remover: phones(CHOSEN_ROWS_MAX).optional(),
})
export type ListChanges = z.infer<typeof ListChangesBody>
export const changeLists = {
  alterar: { max: CHANGED_ROWS_MAX, tooMany: TOO_MANY_CHANGES },
  remover: { max: CHOSEN_ROWS_MAX, tooMany: tooManyPhones(CHOSEN_ROWS_MAX) },
}

/** What became of changes; what is neither in conflict nor refused is saved. */
export const ListChangesJson = z.object({
  total: z.int().min(0),
  changed: z.int().min(0),
  removed: z.int().min(0),
  /** Rows that were changed elsewhere meanwhile, as they are now; null: removed. */
  conflitos: z.array(z.object({ phone: z.string(), agora: RowJson.nullable() })),
  recusados: z.array(
    z.object({ phone: z.string(), campo: z.enum(['name', 'phone']), message: z.string() }),
  ),
})
export type ListChangesReport = z.infer<typeof ListChangesJson>

export const movedLists = {
  contatos: { max: CHOSEN_ROWS_MAX, tooMany: tooManyPhones(CHOSEN_ROWS_MAX) },
}
/** Contacts of a list for another one: an existing list, or a new one of this name. */
export const MoveRowsBody = z
  .object({
    contatos: phones(CHOSEN_ROWS_MAX).min(1, 'Escolha pelo menos um contato.'),
    lista: z.string().min(1).max(100).optional(),
    name: ListName.optional(),
    /** Whether they stay in their list as well. */
    manter: z.boolean('Use true ou false.').optional(),
  })
  .refine(({ lista, name }) => lista !== undefined || (name ?? '') !== '', {
    path: ['lista'],
    message: 'Escolha uma lista ou dê o nome de uma nova.',
  })

/** Whether two rows say the same. */
export function sameRow(a: ListRow, b: ListRow): boolean {
  if (a.name !== b.name || a.phone !== b.phone) return false
  const [one, other] = [filled(a), filled(b)]
  return one.size === other.size && [...one].every(([name, cell]) => other.get(name) === cell)
}

/** An empty cell says what a missing one says. */
function filled({ campos = {} }: ListRow): ReadonlyMap<string, string> {
  return new Map(Object.entries(campos).filter(([, cell]) => cell !== ''))
}
