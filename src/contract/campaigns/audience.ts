import { z } from 'zod'
import { foldText } from '../fold.ts'
import { FilterOp } from './filter-op.ts'
import { foldName, type TemplateContact, valuesOf } from './template.ts'

/** Who of a campaign's lists gets it: more lists, filters by column, and exclusions. */

export const MORE_LISTS_MAX = 50
export const FILTERS_MAX = 20
export const EXCLUDE_DAYS_MAX = 365
export const EXCLUDE_CAMPAIGNS_MAX = 100

/** What a contact's column must hold; a contact meets all filters of its campaign. */
export const ContactFilter = z.object({
  /** Header of a column, or one of the variables that every contact has. */
  field: z.string(),
  op: z.enum(FilterOp),
  /** Empty where the operation compares with nothing. */
  value: z.string(),
})
export type ContactFilter = z.infer<typeof ContactFilter>

/** Leaves out who got a campaign already. */
export const AudienceExclusion = z.object({
  /** Any campaign within so many days; null: no matter when. */
  days: z.int().min(1).nullable(),
  /** One of these campaigns. */
  campaignIds: z.array(z.string()),
})
export type AudienceExclusion = z.infer<typeof AudienceExclusion>

const FilterWire = z
  .object({
    campo: z
      .string('Informe o campo do filtro.')
      .trim()
      .min(1, 'Informe o campo do filtro.')
      .max(200, 'O nome do campo é longo demais.'),
    op: z.enum(FilterOp, 'O filtro é "igual", "diferente", "contem", "vazio" ou "preenchido".'),
    valor: z
      .string('O valor do filtro precisa ser um texto.')
      .max(1_000, 'O valor do filtro é longo demais.')
      .nullish(),
  })
  .refine(({ op, valor }) => !needsValue(op) || (valor ?? '').trim() !== '', {
    path: ['valor'],
    message: 'Informe o valor do filtro; para colunas vazias, use "vazio" ou "preenchido".',
  })

export const ContactFilterJson = z.codec(FilterWire, ContactFilter, {
  decode: ({ campo, op, valor }) => ({
    field: campo,
    op,
    value: needsValue(op) ? (valor ?? '') : '',
  }),
  encode: ({ field, op, value }) => ({
    campo: field,
    op,
    ...(needsValue(op) ? { valor: value } : {}),
  }),
})

export const ListIdsIn = z
  .array(z.string('Informe o id da lista.').min(1, 'Informe o id da lista.').max(100), {
    error: 'As listas precisam ser um array de ids.',
  })
  .max(MORE_LISTS_MAX, `Uma campanha aceita até ${MORE_LISTS_MAX} listas a mais.`)

export const FiltersIn = z
  .array(ContactFilterJson, { error: 'O filtro precisa ser um array.' })
  .max(FILTERS_MAX, `Uma campanha aceita até ${FILTERS_MAX} filtros.`)

const daysSentence = `Os dias são um número inteiro de 1 a ${EXCLUDE_DAYS_MAX}.`
const ExclusionWire = z.object({
  dias: z.int(daysSentence).min(1, daysSentence).max(EXCLUDE_DAYS_MAX, daysSentence).nullish(),
  campanhas: z
    .array(z.string('Informe o id da campanha.').min(1, 'Informe o id da campanha.').max(100), {
      error: 'As campanhas precisam ser um array de ids.',
    })
    .max(EXCLUDE_CAMPAIGNS_MAX, `São aceitas até ${EXCLUDE_CAMPAIGNS_MAX} campanhas.`)
    .nullish(),
})

export const ExclusionJson = z.codec(ExclusionWire, AudienceExclusion, {
  decode: ({ dias, campanhas }) => ({ days: dias ?? null, campaignIds: campanhas ?? [] }),
  encode: ({ days, campaignIds }) => ({ dias: days, campanhas: campaignIds }),
})

/** The same as an answer has it. */
export const AudienceWire = z.object({
  listas: z.array(z.string()),
  filtro: z.array(
    z.object({ campo: z.string(), op: z.enum(FilterOp), valor: z.string().optional() }),
  ),
  excluir: z.object({ dias: z.int().nullable(), campanhas: z.array(z.string()) }).nullable(),
})

/** The part of a campaign that decides who of its lists gets it. */
export const AudienceFields = {
  /** Lists besides `contactListId`; a person in several of them gets one message. */
  moreListIds: z.array(z.string()),
  filters: z.array(ContactFilter),
  exclusion: AudienceExclusion.nullable(),
}
const Audience = z.object(AudienceFields)
type Audience = z.infer<typeof Audience>

/** What a campaign has that says nothing about it: everybody of its one list. */
export const wholeList: Audience = { moreListIds: [], filters: [], exclusion: null }

/** All lists of a campaign, each once, its own first. */
export function listIdsOf({
  contactListId,
  moreListIds,
}: {
  readonly contactListId: string | null
  readonly moreListIds: readonly string[]
}): readonly string[] {
  return [...new Set([...(contactListId === null ? [] : [contactListId]), ...moreListIds])]
}

export function audienceToWire({
  moreListIds,
  filters,
  exclusion,
}: Audience): z.output<typeof AudienceWire> {
  return {
    listas: moreListIds,
    filtro: filters.map(({ field, op, value }) => ({
      campo: field,
      op,
      ...(needsValue(op) ? { valor: value } : {}),
    })),
    excluir: exclusion && { dias: exclusion.days, campanhas: exclusion.campaignIds },
  }
}

export function audienceFromWire({
  listas,
  filtro,
  excluir,
}: z.output<typeof AudienceWire>): Audience {
  return {
    moreListIds: listas,
    filters: filtro.map(({ campo, op, valor }) => ({ field: campo, op, value: valor ?? '' })),
    exclusion: excluir && { days: excluir.dias, campaignIds: excluir.campanhas },
  }
}

export function needsValue(op: FilterOp): boolean {
  return op !== FilterOp.empty && op !== FilterOp.filled
}

/** Makes the question whether a contact meets all filters; case, accents and outer spaces aside. */
export function createFilterCheck(
  filters: readonly ContactFilter[],
): (contact: TemplateContact) => boolean {
  if (filters.length === 0) return () => true
  const checks = filters.map(({ field, op, value }) => ({
    name: foldName(field),
    meets: comparisons[op],
    wanted: foldText(value).trim(),
  }))
  return (contact) => {
    const values = valuesOf(contact)
    return checks.every(({ name, meets, wanted }) =>
      meets(foldText(values.get(name) ?? '').trim(), wanted),
    )
  }
}

const comparisons: Readonly<Record<FilterOp, (value: string, wanted: string) => boolean>> = {
  igual: (value, wanted) => value === wanted,
  diferente: (value, wanted) => value !== wanted,
  contem: (value, wanted) => value.includes(wanted),
  vazio: (value) => value === '',
  preenchido: (value) => value !== '',
}
