import { type Command, InvalidArgumentError } from 'commander'
import type { ContactFilter } from '../../../contract/campaigns/audience.ts'
import type { CampaignPatch } from '../../../contract/campaigns/campaign-body.ts'
import { FilterOp } from '../../../contract/campaigns/filter-op.ts'
import type { ListChoice } from '../../terminal/choose.ts'
import type { OptionNames } from '../../terminal/option-names.ts'

/** The options that say who of which lists gets a campaign. */
export type AudienceOptions = {
  readonly list?: readonly string[]
  readonly where?: readonly ContactFilter[]
  readonly excludeDays?: number
  readonly excludeCampaign?: readonly string[]
}

export function withAudience(command: Command): Command {
  return command
    .option(
      '--list <lista>',
      'id ou nome da lista de contatos; mais de uma vez, cada pessoa recebe uma só mensagem',
      collect,
    )
    .option(
      '--where <filtro>',
      'só quem tem na coluna: cidade=Goiânia, cidade!=Goiânia, cidade~goi; vazia: cidade=',
      collectFilter,
    )
    .option('--exclude-days <dias>', 'deixa de fora quem recebeu campanha nestes dias', parseDays)
    .option('--exclude-campaign <id>', 'deixa de fora quem recebeu esta campanha', collect)
}

/** The fields of a campaign that the options and the lists make. */
export function audienceOf(
  lists: readonly ListChoice[],
  { where, excludeDays, excludeCampaign = [] }: AudienceOptions,
): Pick<CampaignPatch, 'contactListId' | 'moreListIds' | 'filters' | 'exclusion'> {
  const [first, ...more] = lists
  const isExcluding = excludeDays !== undefined || excludeCampaign.length > 0
  return {
    contactListId: first?.id ?? null,
    ...(more.length > 0 && { moreListIds: more.map(({ id }) => id) }),
    ...(where && { filters: [...where] }),
    ...(isExcluding && {
      exclusion: { days: excludeDays ?? null, campaignIds: [...excludeCampaign] },
    }),
  }
}

export function audienceOptionNames({ excludeCampaign = [] }: AudienceOptions): OptionNames {
  const campaigns = excludeCampaign.map((id, place) => [
    `excluir.campanhas.${place}`,
    `--exclude-campaign ${id}`,
  ])
  return {
    contatos: '--list',
    'excluir.dias': '--exclude-days',
    ...Object.fromEntries(campaigns),
  }
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

const comparison = /^([^=~!]+)(!=|=|~)(.*)$/s

function collectFilter(
  text: string,
  before: readonly ContactFilter[] = [],
): readonly ContactFilter[] {
  const [, field = '', sign = '', value = ''] = comparison.exec(text) ?? []
  if (field.trim() === '' || (sign === '~' && value.trim() === '')) {
    throw new InvalidArgumentError(
      'Use coluna=valor, coluna!=valor, coluna~parte, ou coluna= para as vazias.',
    )
  }
  return [...before, { field: field.trim(), op: opOf(sign, value.trim()), value: value.trim() }]
}

function opOf(sign: string, value: string): FilterOp {
  if (sign === '~') return FilterOp.contains
  if (sign === '=') return value === '' ? FilterOp.empty : FilterOp.equals
  return value === '' ? FilterOp.filled : FilterOp.differs
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1) {
    throw new InvalidArgumentError('Informe um número inteiro de dias, 1 ou mais.')
  }
  return days
}
