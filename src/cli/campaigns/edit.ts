import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { campaignEditApi } from '../../contract/api/campaigns/campaign-edit-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { type CampaignPatch, CampaignPatchBody } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { IMAGE_LIMIT_BYTES } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import { checkFile } from '../contacts/reading.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice, getLists } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { type ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { attachOptionNames, checkAttachment, uploadAttachment, uploadImage } from './attachment.ts'
import { messageOf, readTextFile, readTiming, textOption } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'
import type { AttachOptions } from './options/attach-options.ts'
import {
  type AudienceOptions,
  audienceOf,
  audienceOptionNames,
} from './options/audience-options.ts'
import { type PaceOptions, paceOf, paceOptionNames } from './options/pace-options.ts'
import { type VariantOptions, variantOptionNames, variantsOf } from './options/variant-options.ts'
import { answerKnown } from './show.ts'

export type EditOptions = CommonOptions &
  AudienceOptions &
  PaceOptions &
  VariantOptions &
  AttachOptions & {
    readonly name?: string
    readonly device?: string
    readonly text?: string
    readonly textFile?: string
    readonly template?: string
    readonly optOutFooter?: boolean
    readonly at?: string
    readonly draft?: boolean
  }

/** Options that every command has, which change nothing of the campaign. */
const common = new Set(['json', 'profile', 'fields'])

/** Changes what is given of a campaign that has not started; everything else stays. */
export async function editCampaign(
  context: Context,
  id: string,
  options: EditOptions,
): Promise<ExitCode> {
  if (Object.keys(options).every((name) => common.has(name))) {
    throw wrongUsage('Informe o que mudar, como --text ou --at. Veja: disparo help campaigns edit')
  }
  const { device, draft, at } = options
  if (draft && at !== undefined) throw wrongUsage('Use --at ou --draft, não os dois.')
  if (options.text !== undefined && options.textFile !== undefined) {
    throw wrongUsage('Use --text ou --text-file, não os dois.')
  }
  const timing = draft
    ? { status: CampaignStatus.draft }
    : readTiming(at === undefined ? {} : { at })
  if (options.image !== undefined) await checkFile(options.image, IMAGE_LIMIT_BYTES)
  await checkAttachment(options)
  const client = await connectSignedIn(context)
  const before = await client.call(campaignApi.getCampaign, { params: { id } })
  const text = await messageOf(context, client, options)
  const lists = await getLists(client, options.list)
  const attachment = await uploadAttachment(client, options)
  const patch = {
    ...(options.name !== undefined && { name: options.name }),
    ...(text !== null && { text }),
    ...(await variantsOf(options, (path) => readTextFile(context, path))),
    ...(device !== undefined && { deviceId: (await getDevice(client, device)).deviceId }),
    ...(options.image !== undefined && { imageUrl: await uploadImage(client, options.image) }),
    ...(attachment && { attachment }),
    ...audienceChange(before, audienceOf(lists, options)),
    ...(options.optOutFooter !== undefined && { hasOptOutFooter: options.optOutFooter }),
    ...paceOf(options),
    ...spreadChange(before, options),
    ...timing,
  }
  const names = {
    ...audienceOptionNames(options),
    ...paceOptionNames(options),
    ...variantOptionNames(options),
    ...attachOptionNames,
    ...{ name: '--name', texto: textOption(options), device_id: '--device', data_de_envio: '--at' },
  }
  const campaign = await namingOptions(names, async () => {
    const body = encodeBody(CampaignPatchBody, patch)
    return client.call(campaignEditApi.updateCampaign, { params: { id }, body })
  })
  return await answerKnown(context, client, campaign)
}

/** Given lists replace all lists; what is not given of an exclusion stays. */
function audienceChange(
  { exclusion: kept }: Campaign,
  { contactListId, moreListIds = [], exclusion, ...filters }: ReturnType<typeof audienceOf>,
): CampaignPatch {
  const given = exclusion?.campaignIds ?? []
  return {
    ...filters,
    ...(contactListId !== null && { contactListId, moreListIds }),
    ...(exclusion && {
      exclusion: {
        days: exclusion.days ?? kept?.days ?? null,
        campaignIds: given.length > 0 ? given : (kept?.campaignIds ?? []),
      },
    }),
  }
}

/** Moves the upper end of the interval when the interval or its jitter changes. */
function spreadChange(before: Campaign, { delay, jitter }: PaceOptions): CampaignPatch {
  if (delay === undefined && jitter === undefined) return {}
  const { intervalSeconds, maxIntervalSeconds } = before
  const spread = jitter ?? (maxIntervalSeconds ?? intervalSeconds) - intervalSeconds
  return { maxIntervalSeconds: spread > 0 ? (delay ?? intervalSeconds) + spread : null }
}
