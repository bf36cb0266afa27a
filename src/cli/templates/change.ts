import { z } from 'zod'
import { messageTemplateApi } from '../../contract/api/campaigns/message-template-api.ts'
import { MessageTemplateJson } from '../../contract/campaigns/message-template.ts'
import { readText, refuseTwoTexts, textOption } from '../campaigns/campaign-draft.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getTemplate } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { askText, confirmed, requireConsent } from '../terminal/prompt.ts'

export type AddOptions = CommonOptions & { readonly text?: string; readonly textFile?: string }
export type EditOptions = AddOptions & { readonly name?: string }
export type RemoveOptions = CommonOptions & { readonly yes?: boolean }

export async function addTemplate(
  context: Context,
  name: string,
  options: AddOptions,
): Promise<ExitCode> {
  refuseTwoTexts(options)
  const texto =
    (await readText(context, options)) ??
    (await askText(context, { message: 'Texto:', flag: '--text' }))
  const client = await connectSignedIn(context)
  const names = { nome: '<nome>', texto: textOption(options) }
  const template = await namingOptions(names, () =>
    client.call(messageTemplateApi.createTemplate, { body: { nome: name, texto } }),
  )
  context.terminal.answer(
    z.encode(MessageTemplateJson, template),
    () => `Modelo "${template.name}" guardado.`,
  )
  return ExitCode.done
}

/** Changes what is given; campaigns that were made of it stay as they are. */
export async function editTemplate(
  context: Context,
  wanted: string,
  options: EditOptions,
): Promise<ExitCode> {
  refuseTwoTexts(options)
  const texto = await readText(context, options)
  const body = {
    ...(options.name === undefined ? {} : { nome: options.name }),
    ...(texto === null ? {} : { texto }),
  }
  if (Object.keys(body).length === 0) {
    throw wrongUsage('Informe o que mudar: --name, --text ou --text-file.')
  }
  const client = await connectSignedIn(context)
  const { id } = await getTemplate(client, wanted)
  const names = { nome: '--name', texto: textOption(options) }
  const template = await namingOptions(names, () =>
    client.call(messageTemplateApi.updateTemplate, { params: { id }, body }),
  )
  context.terminal.answer(
    z.encode(MessageTemplateJson, template),
    () => `Modelo "${template.name}" alterado.`,
  )
  return ExitCode.done
}

export async function removeTemplate(
  context: Context,
  wanted: string,
  options: RemoveOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { id, name } = await getTemplate(client, wanted)
  if (!(await confirmed(context, `Excluir o modelo "${name}"?`, options))) {
    context.terminal.answer({ id, removed: false }, () => 'Nada foi mudado.')
    return ExitCode.failed
  }
  await client.call(messageTemplateApi.deleteTemplate, { params: { id } })
  context.terminal.answer({ id, removed: true }, () => `Modelo "${name}" excluído.`)
  return ExitCode.done
}
