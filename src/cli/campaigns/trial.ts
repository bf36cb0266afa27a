import { z } from 'zod'
import { trialApi } from '../../contract/api/campaigns/trial-api.ts'
import {
  CampaignTestBody,
  type CampaignTestResult,
  CampaignTestResultJson,
} from '../../contract/campaigns/campaign-test.ts'
import { formatPhone } from '../../contract/display.ts'
import { IMAGE_LIMIT_BYTES } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import { checkFile } from '../contacts/reading.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice, getLists } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { attachOptionNames, checkAttachment, uploadAttachment, uploadImage } from './attachment.ts'
import { messageOf, readTextFile, textOption } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'
import type { AttachOptions } from './options/attach-options.ts'
import {
  type AudienceOptions,
  audienceOf,
  audienceOptionNames,
} from './options/audience-options.ts'
import { type VariantOptions, variantOptionNames, variantsOf } from './options/variant-options.ts'

export type TestOptions = CommonOptions &
  AudienceOptions &
  VariantOptions &
  AttachOptions & {
    readonly variantNumber?: number
    readonly device?: string
    readonly text?: string
    readonly textFile?: string
    readonly template?: string
    readonly to?: string
    readonly contact?: string
  }

/** Sends a campaign's message once, as one contact would get it. */
export async function testCampaign(context: Context, options: TestOptions): Promise<ExitCode> {
  const variants = await variantsOf(options, (path) => readTextFile(context, path))
  const given = options.text ?? options.textFile ?? options.template
  const missing = [
    ...(options.device === undefined ? ['--device'] : []),
    ...(given === undefined ? ['--text'] : []),
  ]
  if (missing.length > 0) throw wrongUsage(`Falta informar: ${missing.join(', ')}.`)
  if (options.image !== undefined) await checkFile(options.image, IMAGE_LIMIT_BYTES)
  await checkAttachment(options)
  const client = await connectSignedIn(context)
  const text = await messageOf(context, client, options)
  const lists = await getLists(client, options.list)
  const { deviceId } = await getDevice(client, options.device ?? '')
  const imageUrl = options.image === undefined ? null : await uploadImage(client, options.image)
  const attachment = await uploadAttachment(client, options)
  const body = () =>
    encodeBody(CampaignTestBody, {
      ...audienceOf(lists, options),
      ...{ text, ...variants, variant: options.variantNumber },
      ...{ deviceId, imageUrl, attachment, to: options.to, contact: options.contact },
    })
  const names = {
    ...audienceOptionNames(options),
    ...variantOptionNames(options),
    ...attachOptionNames,
    ...{ texto: textOption(options), contact: '--contact', to: '--to' },
  }
  const sent = await namingOptions(names, () =>
    client.call(trialApi.testCampaign, { body: body() }),
  )
  context.terminal.answer(
    z.encode(CampaignTestResultJson, sent),
    () => `Mensagem de teste${variantOf(sent)} enviada para ${formatPhone(sent.to)}:\n${sent.text}`,
  )
  return ExitCode.done
}

function variantOf({ variant }: CampaignTestResult): string {
  return variant === undefined ? '' : ` (variação ${variant})`
}
