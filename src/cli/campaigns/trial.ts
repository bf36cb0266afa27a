import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { CampaignTestBody, CampaignTestResultJson } from '../../contract/campaigns/campaign-test.ts'
import { IMAGE_LIMIT_BYTES } from '../../contract/limits.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import { checkFile } from '../contacts/reading.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice, getLists } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { type AudienceOptions, audienceOf, audienceOptionNames } from './audience-options.ts'
import { readText } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'

export type TestOptions = CommonOptions &
  AudienceOptions & {
    readonly device?: string
    readonly text?: string
    readonly textFile?: string
    readonly image?: string
    readonly to?: string
    readonly contact?: string
  }

/** Sends a campaign's message once, as one contact would get it. */
export async function testCampaign(context: Context, options: TestOptions): Promise<ExitCode> {
  const text = await readText(options)
  const missing = [
    ...(options.device === undefined ? ['--device'] : []),
    ...(text === null ? ['--text'] : []),
  ]
  if (missing.length > 0) throw wrongUsage(`Falta informar: ${missing.join(', ')}.`)
  if (options.image !== undefined) await checkFile(options.image, IMAGE_LIMIT_BYTES)
  const client = await connectSignedIn(context)
  const lists = await getLists(client, options.list)
  const { deviceId } = await getDevice(client, options.device ?? '')
  const imageUrl = options.image === undefined ? null : await uploadImage(client, options.image)
  const body = () =>
    encodeBody(CampaignTestBody, {
      ...audienceOf(lists, options),
      ...{ text, deviceId, imageUrl, to: options.to, contact: options.contact },
    })
  const names = { ...audienceOptionNames(options), texto: '--text', contact: '--contact' }
  const sent = await namingOptions(names, () => client.call(api.testCampaign, { body: body() }))
  context.terminal.answer(
    z.encode(CampaignTestResultJson, sent),
    () => `Mensagem de teste enviada para ${sent.to}:\n${sent.text}`,
  )
  return ExitCode.done
}

async function uploadImage(client: Client, path: string): Promise<string> {
  const form = new FormData()
  form.set('image', await openAsBlob(path), basename(path))
  return (await client.upload(api.uploadImage, form)).imageUrl
}
