import { randomUUID } from 'node:crypto'
import { campaignEditApi } from '../../contract/api/campaigns/campaign-edit-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignBody, type CampaignInput } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { NIGHT_WARNING, nextMorningOf } from '../../contract/campaigns/night.ts'
import { formatQuantity } from '../../contract/display.ts'
import { IMAGE_LIMIT_BYTES } from '../../contract/limits.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import { checkFile } from '../contacts/reading.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatTime, shownZone } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { confirmed } from '../terminal/prompt.ts'
import { attachOptionNames, checkAttachment, uploadAttachment, uploadImage } from './attachment.ts'
import {
  collectCampaign,
  type Draft,
  type DraftOptions,
  readTextFile,
  refusePast,
  textOption,
} from './campaign-draft.ts'
import { showDryRun } from './dry-run.ts'
import { encodeBody } from './encode-body.ts'
import { keptDefaults, withDefaults } from './kept-defaults.ts'
import type { AttachOptions } from './options/attach-options.ts'
import { audienceOf, audienceOptionNames } from './options/audience-options.ts'
import { type PaceOptions, paceOf, paceOptionNames } from './options/pace-options.ts'
import { type VariantOptions, variantOptionNames, variantsOf } from './options/variant-options.ts'
import {
  answerCampaign,
  outcomeOf,
  requireWatch,
  type WatchOptions,
  watchForCaller,
} from './show.ts'

export type CreateOptions = CommonOptions &
  DraftOptions &
  PaceOptions &
  VariantOptions &
  AttachOptions &
  WatchOptions & {
    readonly optOutFooter?: boolean
    readonly dryRun?: boolean
    readonly idempotencyKey?: string
  }

export async function createCampaign(context: Context, given: CreateOptions): Promise<ExitCode> {
  if (given.draft && given.watch) {
    throw wrongUsage('Um rascunho não envia nada: use --watch com --now ou --at.')
  }
  if (given.dryRun && given.watch) throw wrongUsage('Use --dry-run ou --watch, não os dois.')
  requireWatch(given)
  if (given.image !== undefined) await checkFile(given.image, IMAGE_LIMIT_BYTES)
  await checkAttachment(given)
  const client = await connectSignedIn(context)
  const variants = await variantsOf(given, (path) => readTextFile(context, path))
  const draft = await collectCampaign(context, client, given)
  if (given.dryRun) return await showDryRun(context, client, { draft, given, variants })
  if (draft.isAsked && !(await confirmed(context, summarize(draft), {}))) {
    context.terminal.answer({ created: false }, () => 'Nenhuma campanha foi criada.')
    return ExitCode.failed
  }
  // Checked again: the summary may have been on screen past the scheduled time.
  refusePast(draft.scheduledAt)
  const options = withDefaults(given, await keptDefaults(client))
  const making: Making = { client, options, key: options.idempotencyKey ?? randomUUID() }
  const imageUrl =
    options.image === undefined ? null : await imageFor(context, making, options.image)
  const campaign = await makeCampaign(context, making, {
    name: draft.name,
    text: draft.text,
    ...variants,
    imageUrl,
    attachment: await attach(context, making),
    ...audienceOf(draft.lists, options),
    hasOptOutFooter: options.optOutFooter,
    deviceId: draft.device?.deviceId ?? null,
    status: draft.status,
    scheduledAt: draft.scheduledAt,
    ...paceOf(options),
  })
  warnOfNight(context, campaign)
  const devices = draft.device ? [draft.device] : []
  const known = { lists: draft.lists, campaigns: undefined, devices }
  if (!options.watch || campaign.status === CampaignStatus.draft) {
    return answerCampaign(context, campaign, known)
  }
  context.terminal.note(`Campanha "${campaign.name}" criada (${campaign.id}).`)
  const ended = await watchForCaller(context, client, campaign)
  answerCampaign(context, ended, known)
  return outcomeOf(ended, options)
}

/** Warns of a campaign that begins at night; one with its own hours is held back by them. */
function warnOfNight({ terminal }: Context, { id, status, windows, scheduledAt }: Campaign): void {
  if (status === CampaignStatus.draft || scheduledAt === null || windows.length > 0) return
  const morningMs = nextMorningOf(Date.parse(scheduledAt), shownZone())
  if (morningMs === null) return
  terminal.note(`Aviso: ${NIGHT_WARNING} Para pausar: disparo campaigns pause ${id}`)
}

type Making = {
  readonly client: Client
  readonly options: CreateOptions
  /** Idempotency key of the whole command. */
  readonly key: string
}

async function makeCampaign(
  context: Context,
  { client, options, key }: Making,
  input: CampaignInput,
): Promise<Campaign> {
  const hint =
    'A campanha pode ter sido criada mesmo assim. Antes de repetir, confira com: disparo campaigns list'
  return await createOnce(context, { key, hint }, (once) =>
    namingOptions(optionNames(options), () =>
      client.call(campaignEditApi.createCampaign, { body: encodeBody(CampaignBody, input) }, once),
    ),
  )
}

const optionNames = (options: CreateOptions) => ({
  ...audienceOptionNames(options),
  ...paceOptionNames(options),
  ...attachOptionNames,
  ...variantOptionNames(options),
  name: '--name',
  texto: textOption(options),
  device_id: '--device',
  data_de_envio: '--at',
})

/** Uploads the image. A repeated command gets the first address, and so makes the same campaign. */
async function imageFor(context: Context, { client, key }: Making, path: string): Promise<string> {
  const hint = 'A campanha não foi criada: a imagem não chegou ao servidor.'
  return await createOnce(context, { key, part: 'image', hint }, (once) =>
    uploadImage(client, path, once),
  )
}

/** The same for an attachment; null without one. */
function attach(context: Context, { client, key, options }: Making) {
  const hint = 'A campanha não foi criada: o anexo não chegou ao servidor.'
  return createOnce(context, { key, part: 'attach', hint }, (once) =>
    uploadAttachment(client, options, once),
  )
}

function summarize({ name, status, scheduledAt, lists, device }: Draft): string {
  if (status === CampaignStatus.draft) return `Guardar "${name}" como rascunho?`
  const when = scheduledAt === null ? 'Enviar agora' : `Agendar para ${formatTime(scheduledAt)}`
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const to = formatQuantity(total, 'contato', 'contatos')
  const from = lists.map((list) => `"${list.name}"`).join(', ')
  return `${when} "${name}" para ${to} de ${from}, por ${device?.connectionName}?`
}
