import { createCampaignReplies } from '../domain/campaigns/campaign-replies.ts'
import type { LiveDevices } from '../domain/devices/live-devices.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import { createOptOutReplies } from '../domain/optouts/opt-out-replies.ts'
import type { OptOuts } from '../domain/optouts/opt-outs.ts'
import type { DirectSends } from '../domain/sending/direct/direct-sends.ts'

type RepliesNeeds = Parameters<typeof createCampaignReplies>[0]

/** Builds the parts that handle recipients' own messages: as answers, or as opt-outs. */
export function createAnswerParts({
  lastMessages,
  messageFacts,
  clock,
  live,
  optOuts,
  directSends,
  engineEvents,
  onFault,
}: Omit<RepliesNeeds, 'onReply'> & {
  readonly live: Pick<LiveDevices, 'find'>
  readonly optOuts: OptOuts
  readonly directSends: Pick<DirectSends, 'reply'>
  readonly engineEvents: Pick<EngineEvents, 'publish'>
}) {
  const campaignReplies = createCampaignReplies({
    lastMessages,
    messageFacts,
    clock,
    onReply: (reply) => engineEvents.publish({ type: 'campaign_reply', reply }),
    onFault,
  })
  const optOutReplies = createOptOutReplies({
    optOuts,
    findOwner: live.find,
    findAnswered: campaignReplies.findAnswered,
    reply: directSends.reply,
    onFault,
  })
  return { campaignReplies, optOutReplies }
}
