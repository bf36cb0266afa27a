import { type Command, InvalidArgumentError } from 'commander'
import type { CampaignPatch } from '../../../contract/campaigns/campaign-body.ts'
import { VARIANTS_MAX } from '../../../contract/limits.ts'
import type { OptionNames } from '../../terminal/option-names.ts'

/** Further texts of a campaign: those given as they are, and behind them those of files. */
export type VariantOptions = {
  readonly variant?: readonly string[]
  readonly variantFile?: readonly string[]
}

export function withVariants(command: Command): Command {
  return command
    .option(
      '--variant <texto>',
      `outro texto, além de --text: cada pessoa recebe um deles; até ${VARIANTS_MAX} vezes`,
      collect,
    )
    .option('--variant-file <arquivo>', 'lê outro texto de um arquivo UTF-8', collect)
}

/** The field of a campaign that the options make. */
export async function variantsOf(
  { variant = [], variantFile = [] }: VariantOptions,
  readFile: (path: string) => Promise<string | null>,
): Promise<Pick<CampaignPatch, 'variants'>> {
  const texts = [...variant]
  for (const path of variantFile) texts.push((await readFile(path)) ?? '')
  return texts.length > 0 ? { variants: texts } : {}
}

export function variantOptionNames({
  variant = [],
  variantFile = [],
}: VariantOptions): OptionNames {
  const names = [...variant.map(() => '--variant'), ...variantFile.map(() => '--variant-file')]
  return {
    variantes: '--variant',
    variante: '--variant-number',
    ...Object.fromEntries(names.map((name, place) => [`variantes.${place}`, name])),
  }
}

/** The number of one of a campaign's texts, from 1. */
export function parseVariantNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= VARIANTS_MAX + 1) return number
  throw new InvalidArgumentError(
    `Use o número da variação, de 1 (o texto principal) a ${VARIANTS_MAX + 1}.`,
  )
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
