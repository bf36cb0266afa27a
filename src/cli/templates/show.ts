import { z } from 'zod'
import { messageTemplateApi } from '../../contract/api/campaigns/message-template-api.ts'
import {
  type MessageTemplate,
  MessageTemplateJson,
  MessageTemplatesJson,
} from '../../contract/campaigns/message-template.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { getTemplate } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'

export async function listTemplates(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const all = await client.call(messageTemplateApi.listTemplates, {})
  context.terminal.answer(z.encode(MessageTemplatesJson, all), () =>
    all.length === 0
      ? 'Nenhum modelo. Guarde um com: disparo templates add <nome> --text "Olá, {nome}!"'
      : formatTable(context.terminal, all, [
          { header: 'Nome', value: ({ name }: MessageTemplate) => name, shrinksTo: 20 },
          { header: 'Texto', value: ({ text }) => text.replace(/\s+/g, ' '), shrinksTo: 20 },
          { header: 'Alterado', value: ({ updatedAt }) => formatTime(updatedAt), dropRank: 1 },
        ]),
  )
  return ExitCode.done
}

/** The text alone, so that it can be kept in a file. */
export async function showTemplate(context: Context, wanted: string): Promise<ExitCode> {
  const template = await getTemplate(await connectSignedIn(context), wanted)
  context.terminal.answer(z.encode(MessageTemplateJson, template), () => template.text)
  return ExitCode.done
}
