import { join } from 'node:path'
import type { BotReply } from '../../contract/gateways/bot-reply.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, type MovedBot } from '../../domain/transfer/portions.ts'
import type { Damages } from '../damage/damages.ts'
import { makeFolder } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { openBotReplies } from '../replies/bot-replies.ts'
import { botFolder, openUndamagedReplies } from '../replies/reply-logs.ts'

/** The last messages that chatbots and assistants received, with their answers. */
export function portableReplies({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Portable<MovedBot, BotReply> {
  const root = join(dir, 'replies')
  return { dump, fill }

  async function* dump() {
    for (const { replies, ...head } of (await bots()).sort(byNames(namesOf))) {
      yield { head, rows: only(replies) }
    }
  }

  /** Reads all into memory: of each bot no more are kept than a screen shows. */
  async function bots() {
    const found: (MovedBot & { readonly replies: readonly BotReply[] })[] = []
    for (const userId of await namesIn(root)) {
      for (const gatewayId of await namesIn(join(root, userId))) {
        for (const name of await namesIn(join(root, userId, gatewayId))) {
          const replies = await read(join(root, userId, gatewayId, name))
          const [first] = replies
          if (!first) continue
          const { chatbotId } = first
          const instanceName = chatbotId === null ? first.instanceName : ''
          found.push({ userId, gatewayId, chatbotId, instanceName, replies })
        }
      }
    }
    return found
  }

  async function read(folder: string): Promise<readonly BotReply[]> {
    const log = await openUndamagedReplies({ folder, damages, onTornLine: () => undefined })
    await log.close()
    return log.list().toReversed()
  }

  async function fill(portions: AsyncIterable<Portion<MovedBot, BotReply>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const folder = botFolder(root, head.userId, head)
      await makeFolder(folder)
      const log = await openBotReplies({ folder, onTornLine: () => undefined })
      try {
        for await (const replies of rows) {
          await Promise.all(replies.map((reply) => log.add(reply, null)))
        }
      } finally {
        await log.close()
      }
    }
  }
}

function namesOf({ userId, gatewayId, chatbotId, instanceName }: MovedBot) {
  return [userId, gatewayId, chatbotId, instanceName]
}

async function* only<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
