import type { BotReply } from '../../../contract/gateways/bot-reply.ts'
import { normaliseJid } from '../../../contract/jid.ts'
import { type TimelineEventOf, TimelineKind } from '../../../contract/people/timeline.ts'
import { byPlace, isBehind, placeOf, type TimelinePlace } from './timeline-order.ts'
import { dayOf } from './zoned-days.ts'

type BotEvent = TimelineEventOf<typeof TimelineKind.bot>

/** What chatbots and assistants answered a person, as far as their logs reach, by day and chat. */
export function botEvents({
  replies,
  jids,
  nameOf,
  timeZone,
  before,
}: {
  readonly replies: readonly BotReply[]
  /** The person's names in chats. */
  readonly jids: readonly string[]
  readonly nameOf: (reply: BotReply) => string | null
  readonly timeZone: string
  readonly before: TimelinePlace | null
}): readonly BotEvent[] {
  const own = new Set(jids)
  const events = new Map<string, BotEvent>()
  for (const reply of [...replies].sort(newestFirst)) {
    const { remoteJid, at, gatewayId, instanceName, chatbotId, agentId, answer, heard } = reply
    if (answer === null || !own.has(normaliseJid(remoteJid) ?? remoteJid)) continue
    const day = dayOf(timeZone, Date.parse(at))
    const id = `robo ${day} ${chatbotId ?? agentId} ${gatewayId} ${instanceName}`
    const known = events.get(id)
    events.set(
      id,
      known
        ? { ...known, answerCount: known.answerCount + 1 }
        : {
            ...{ id, at, kind: TimelineKind.bot, chatbotId, name: nameOf(reply) },
            ...{ chat: { gatewayId, instance: instanceName, remoteJid }, answerCount: 1 },
            ...{ heard, answer },
          },
    )
  }
  return [...events.values()].filter((event) => isBehind(placeOf(event), before)).sort(byPlace)
}

function newestFirst(a: BotReply, b: BotReply): number {
  return Date.parse(b.at) - Date.parse(a.at)
}
