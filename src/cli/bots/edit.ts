import { botApi } from '../../contract/api/gateways/bot-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getChatbot } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { agentsOf, answerChatbot } from './show.ts'

export type EditOptions = CommonOptions & {
  readonly name?: string
  readonly keywords?: string
  readonly reply?: string
  readonly enable?: boolean
  readonly disable?: boolean
}

const names = { name: '--name', keywords: '--keywords', reply: '--reply' }

export async function editChatbot(
  context: Context,
  wanted: string,
  { name, keywords, reply, enable, disable }: EditOptions,
): Promise<ExitCode> {
  if (enable && disable) throw wrongUsage('Use --enable ou --disable, não os dois.')
  const body = {
    ...(name !== undefined && { name }),
    ...(keywords !== undefined && { keywords: wordsIn(keywords) }),
    ...(reply !== undefined && { reply }),
    ...((enable || disable) && { is_active: enable === true }),
  }
  if (Object.keys(body).length === 0) throw wrongUsage('Diga o que mudar, por exemplo --disable.')
  const client = await connectSignedIn(context)
  const { id } = await getChatbot(client, wanted)
  const changed = await namingOptions(names, () =>
    client.call(botApi.updateChatbot, { params: { id }, body }),
  )
  answerChatbot(context, changed, await agentsOf(client, [changed]))
  return ExitCode.done
}

function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
