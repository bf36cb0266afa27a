import { z } from 'zod'
import { trialApi } from '../../contract/api/campaigns/trial-api.ts'
import { CampaignPatchBody } from '../../contract/campaigns/campaign-body.ts'
import {
  type CampaignPreview,
  CampaignPreviewJson,
} from '../../contract/campaigns/campaign-preview.ts'
import { exclusionWords } from '../../contract/campaigns/exclusion-words.ts'
import { nextMorningOf } from '../../contract/campaigns/night.ts'
import type { Device } from '../../contract/devices/device.ts'
import { formatCount, formatPhone } from '../../contract/display.ts'
import { WARM_UP_FIRST_DAY } from '../../contract/limits.ts'
import {
  type AttachmentJson,
  attachmentLabels,
  hasCaption,
} from '../../contract/uploads/attachment.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice, getLists, type ListChoice } from '../terminal/choose.ts'
import { formatBytes, formatTime, shownZone } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { attachOptionNames, checkAttachment, uploadAttachment } from './attachment.ts'
import { messageOf, readTextFile, readTiming, textOption } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'
import { keptDefaults, withDefaults } from './kept-defaults.ts'
import { nightWords } from './night-words.ts'
import type { AttachOptions } from './options/attach-options.ts'
import {
  type AudienceOptions,
  audienceOf,
  audienceOptionNames,
} from './options/audience-options.ts'
import { type PaceOptions, paceOf, paceOptionNames } from './options/pace-options.ts'
import { type VariantOptions, variantOptionNames, variantsOf } from './options/variant-options.ts'

export type PreviewOptions = CommonOptions &
  AudienceOptions &
  PaceOptions &
  VariantOptions &
  Omit<AttachOptions, 'image'> & {
    readonly device?: string
    readonly text?: string
    readonly textFile?: string
    readonly template?: string
    readonly at?: string
    readonly contact?: string
  }

/** Shows what a campaign would do; stores and sends nothing. */
export async function previewCampaign(context: Context, given: PreviewOptions): Promise<ExitCode> {
  if (given.list === undefined) throw wrongUsage('Falta informar: --list.')
  const variants = await variantsOf(given, (path) => readTextFile(context, path))
  const timing = readTiming(given)
  await checkAttachment(given)
  const client = await connectSignedIn(context)
  const chosen = {
    text: await messageOf(context, client, given),
    variants,
    lists: await getLists(client, given.list),
    device: given.device === undefined ? null : await getDevice(client, given.device),
    scheduledAt: timing?.scheduledAt ?? null,
    attachment: await uploadAttachment(client, given),
  }
  const preview = await askPreview(client, given, chosen)
  context.terminal.answer(z.encode(CampaignPreviewJson, preview), () =>
    formatPreview(context.terminal, preview, chosen.device),
  )
  return ExitCode.done
}

/** Asks the server what a campaign would do. */
export async function askPreview(
  client: Client,
  given: PreviewOptions,
  chosen: {
    readonly text: string | null
    readonly variants: Awaited<ReturnType<typeof variantsOf>>
    readonly lists: readonly ListChoice[]
    readonly device: Device | null
    readonly scheduledAt: string | null
    readonly attachment: Awaited<ReturnType<typeof uploadAttachment>>
  },
): Promise<CampaignPreview> {
  const { text, lists, device, scheduledAt, attachment } = chosen
  const options = withDefaults(given, await keptDefaults(client))
  const body = () =>
    encodeBody(CampaignPatchBody, {
      ...audienceOf(lists, options),
      ...{ text, scheduledAt, attachment },
      ...chosen.variants,
      deviceId: device?.deviceId ?? null,
      ...paceOf(options),
    })
  const names = {
    ...audienceOptionNames(options),
    ...paceOptionNames(options),
    ...variantOptionNames(options),
    ...attachOptionNames,
    texto: textOption(given),
    contact: '--contact',
  }
  const query = options.contact === undefined ? {} : { contact: options.contact }
  return await namingOptions(names, () =>
    client.call(trialApi.previewCampaign, { body: body(), query }),
  )
}

export function formatPreview(
  terminal: Terminal,
  preview: CampaignPreview,
  device: Device | null,
): string {
  const { excluded, foreign, strangers, warnings, samples, attachment } = preview
  const fields: (readonly [string, string])[] = [
    ['Contatos', formatCount(preview.total)],
    ['Recebem', formatCount(preview.recipients)],
    ...excluded.map(
      ({ reason, count, sample }) =>
        [
          'De fora',
          `${exclusionWords(reason, count)} (por exemplo ${formatPhone(sample)})`,
        ] as const,
    ),
    ...(foreign.count > 0
      ? [
          [
            'Exterior',
            `${formatCount(foreign.count)} (${foreign.sample.map(formatPhone).join(', ')})`,
          ] as const,
        ]
      : []),
    ...(strangers === null
      ? []
      : [['Nunca receberam', strangersWords(strangers, device)] as const]),
    ['Últimos 7 dias', `${formatCount(preview.recent)} já receberam uma campanha`],
    ['Começa', formatTime(preview.startsAt)],
    ['Termina', formatTime(preview.endsAt)],
    ...(attachment ? [['Anexo', attachmentWords(attachment)] as const] : []),
    ...nightWarning(preview.startsAt),
    ...warnings.map(({ message }) => ['Aviso', message] as const),
    ...samples.map(({ text, ...sample }) => ['Exemplo', `${whose(sample)}\n${text}`] as const),
  ]
  return formatRecord(terminal, fields)
}

/** Warns of a start at night, in the time zone that this terminal shows. */
function nightWarning(startsAt: string): readonly (readonly [string, string])[] {
  const morningMs = nextMorningOf(Date.parse(startsAt), shownZone())
  if (morningMs === null) return []
  return [['Aviso', nightWords(morningMs)]]
}

/** Counts first messages; many, on a device without a limit, get a hint to begin with few. */
function strangersWords(count: number, device: Device | null): string {
  if (count <= WARM_UP_FIRST_DAY || !device || device.standing.limits) return formatCount(count)
  return `${formatCount(count)} (para começar com ${WARM_UP_FIRST_DAY} por dia: disparo devices set ${device.deviceId} --warm-up)`
}

function attachmentWords({ nome, tipo, bytes }: AttachmentJson): string {
  const words = `${nome} (${attachmentLabels[tipo]}, ${formatBytes(bytes)})`
  return hasCaption(tipo) ? words : `${words}; o texto vai antes, em outra mensagem`
}

function whose({ name, phone, variant }: Omit<CampaignPreview['samples'][number], 'text'>): string {
  return variant === undefined ? name || phone : `${name || phone} (variação ${variant})`
}
