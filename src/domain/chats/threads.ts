import { foldText } from '../../contract/fold.ts'
import { normaliseJid } from '../../contract/jid.ts'
import type { WebhookMessage } from '../../contract/messages/chat.ts'
import { readContent } from '../../contract/messages/message-kinds.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { PageEdge } from '../webhooks/message-query.ts'
import type { InstanceKey } from '../webhooks/webhook-message-store.ts'
import type { WebhookMessages } from '../webhooks/webhook-messages.ts'
import type { CampaignMessages } from './campaign-messages.ts'

type ThreadQuery = Parameters<WebhookMessages['list']>[1]

/** Messages that one search looks through, and reads at once. */
const SEARCHED = 1_000
const READ_AT_ONCE = 100
/** Found messages of one answer. */
const FOUND = 50

/** Reads threads page by page, and searches them for a text. */
export function createThreads({
  gateways,
  messages,
  campaignMessages,
  pause,
  onFault,
}: {
  readonly gateways: Pick<Gateways, 'resolve'>
  readonly messages: Pick<WebhookMessages, 'keep' | 'list'>
  readonly campaignMessages: Pick<CampaignMessages, 'complete' | 'findLate'>
  /** Lets others have the event loop. */
  readonly pause: () => Promise<unknown>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { page, search }

  /**
   * Messages of a chat in ascending order, those of campaigns and notes among them: the newest, or
   * those beside an edge.
   */
  async function page(userId: string, query: ThreadQuery): Promise<readonly WebhookMessage[]> {
    const stored = await messages.list(userId, query)
    const { instance, remoteJid, limit } = query
    const gatewayId = await gateways.resolve(userId, query.gatewayId)
    const jid = remoteJid === undefined ? undefined : (normaliseJid(remoteJid) ?? remoteJid)
    const place = { gatewayId, instance, remoteJid: jid, limit }
    // Only the newest page adds messages of campaigns: it keeps them, and other pages find them.
    if (query.edge) return campaignMessages.complete(userId, place, { stored, late: [] })
    const known = new Set(stored.map(({ id }) => id))
    const newestAtSeconds = stored.at(-1)?.sentAtSeconds
    const found = await campaignMessages.findLate(userId, place, newestAtSeconds)
    const late = found.filter(({ id }) => !known.has(id))
    // A message that was shown once is kept in its thread; a thread that does not exist is not
    // begun.
    if (stored.length > 0) keepShown(userId, place, late)
    return campaignMessages.complete(userId, place, { stored, late })
  }

  function keepShown(
    userId: string,
    { gatewayId, instance }: InstanceKey,
    late: Parameters<WebhookMessages['keep']>[2],
  ): void {
    messages
      .keep(userId, { gatewayId, instance }, late)
      .catch((error) => onFault(error, `messages of campaigns in ${instance}`))
  }

  /**
   * Looks for a text in a chat, the newest messages first; case and accents do not matter. One
   * answer looks through a bounded part, and says where the next one begins.
   */
  async function search(
    userId: string,
    {
      text,
      edge,
      ...thread
    }: Omit<ThreadQuery, 'limit' | 'edge'> & {
      readonly text: string
      readonly edge: PageEdge | undefined
    },
  ) {
    const wanted = foldText(text)
    const found: WebhookMessage[] = []
    let searched = 0
    let next = edge
    while (searched < SEARCHED && found.length < FOUND) {
      const read = await messages.list(userId, { ...thread, limit: READ_AT_ONCE, edge: next })
      for (const message of read.toReversed()) {
        searched += 1
        next = edgeBefore(message)
        if (saysOf(message).includes(wanted)) found.push(message)
        if (found.length === FOUND) break
      }
      if (read.length < READ_AT_ONCE && found.length < FOUND) {
        return { messages: await described(userId, thread, found), searched, next: null }
      }
      await pause()
    }
    return { messages: await described(userId, thread, found), searched, next: next ?? null }
  }

  async function described(
    userId: string,
    { instance, gatewayId, remoteJid }: Omit<ThreadQuery, 'limit' | 'edge'>,
    found: readonly WebhookMessage[],
  ): Promise<readonly WebhookMessage[]> {
    const place = { gatewayId: await gateways.resolve(userId, gatewayId), instance, remoteJid }
    const stored = found.toReversed()
    const all = await campaignMessages.complete(
      userId,
      { ...place, limit: FOUND },
      { stored, late: [] },
    )
    return all.toReversed()
  }
}

function edgeBefore({ sentAtSeconds, id }: WebhookMessage): PageEdge {
  return { side: 'before', sentAtSeconds, id }
}

/** The part of a message that is searched: its text, or the name beside the word for its kind. */
function saysOf({ type, content, change, file }: WebhookMessage): string {
  if (change === 'taken_back') return ''
  const read = readContent({ type, content })
  const words = 'text' in read ? read.text : (read.detail ?? '')
  return foldText(file?.name ? `${words}\n${file.name}` : words)
}
