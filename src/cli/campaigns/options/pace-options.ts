import { type Command, InvalidArgumentError } from 'commander'
import type { CampaignPatch } from '../../../contract/campaigns/campaign-body.ts'
import type { SendWindow } from '../../../contract/campaigns/send-window.ts'
import { DEFAULT_INTERVAL_SECONDS } from '../../../contract/limits.ts'
import type { OptionNames } from '../../terminal/option-names.ts'
import { collectWindow } from './window-option.ts'

/** The options that say how fast a campaign sends, and at which hours. */
export type PaceOptions = {
  readonly delay?: number
  readonly jitter?: number
  readonly window?: readonly SendWindow[]
  readonly timezone?: string
}

export function withPace(command: Command): Command {
  return command
    .option(
      '--delay <segundos>',
      'intervalo entre mensagens (padrão: o das suas configurações, ou 60)',
      parseSeconds,
    )
    .option(
      '--jitter <segundos>',
      'acrescenta a cada intervalo um tempo sorteado, até este',
      parseSeconds,
    )
    .option(
      '--window <horário>',
      'só envia neste horário, como "seg-sex 08:00-12:00"; pode ser repetida; "sempre" ignora os seus padrões',
      collectWindow,
    )
    .option('--timezone <fuso>', 'fuso de --window (padrão: America/Sao_Paulo)')
}

/** The fields of a campaign that the options make. */
export function paceOf({
  delay,
  jitter,
  window,
  timezone,
}: PaceOptions): Pick<
  CampaignPatch,
  'intervalSeconds' | 'maxIntervalSeconds' | 'windows' | 'timeZone'
> {
  const longest = jitter && (delay ?? DEFAULT_INTERVAL_SECONDS) + jitter
  return {
    intervalSeconds: delay,
    ...(longest && { maxIntervalSeconds: longest }),
    ...(window && { windows: [...window] }),
    ...(timezone !== undefined && { timeZone: timezone }),
  }
}

export function paceOptionNames({ window = [] }: PaceOptions): OptionNames {
  const ends = window.map((_, place) => [`janelas.${place}.fim`, '--window'])
  return {
    delay: '--delay',
    delay_max: '--jitter',
    janelas: '--window',
    fuso: '--timezone',
    ...Object.fromEntries(ends),
  }
}

function parseSeconds(text: string): number {
  const seconds = Number(text.replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new InvalidArgumentError('Informe um número de segundos, 0 ou mais.')
  }
  return seconds
}
