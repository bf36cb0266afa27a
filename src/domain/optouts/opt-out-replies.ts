import { isPersonJid } from '../../contract/jid.ts'
import { OptOutSource, REASON_MAX_LENGTH } from '../../contract/optouts/opt-out.ts'
import {
  optOutConfirmation,
  readOptOut,
  returnConfirmation,
} from '../../contract/optouts/opt-out-words.ts'
import type { CampaignReplies } from '../campaigns/campaign-replies.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey, InboundMessage } from '../messenger.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { OptOuts } from './opt-outs.ts'

type Inbound = Pick<EventOf<'inbound'>, 'key' | 'message'>
type Owner = { readonly userId: string; readonly deviceId: string }

/**
 * Opts people out of campaigns, or back in, who write nothing but a word for it. Each change is
 * confirmed once, in the chat that asked.
 */
export function createOptOutReplies({
  optOuts,
  findOwner,
  findAnswered,
  reply,
  onFault,
}: {
  readonly optOuts: Pick<OptOuts, 'add' | 'removePerson'>
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  /** Which campaign a message answers, and the name and phone that its author has there. */
  readonly findAnswered: CampaignReplies['findAnswered']
  readonly reply: DirectSends['reply']
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onInbound }

  /**
   * Resolves once the wish is on the disk, so that no message leaves after it.
   * @throws AppError `storage_unavailable`: the event has to be published again
   */
  async function onInbound({ key, message }: EventOf<'inbound'>): Promise<void> {
    if (message.fromMe || !isPersonJid(message.chatJid)) return
    const wish = readOptOut(message.text)
    const owner = wish && findOwner(key)
    if (!owner) return
    const isChanged =
      wish === 'leave' ? await leave(owner, { key, message }) : await comeBack(owner, message)
    if (!isChanged) return
    const text = wish === 'leave' ? optOutConfirmation : returnConfirmation
    // Nobody waits for it: what counts is the list.
    reply(owner.userId, { deviceId: owner.deviceId, jid: message.remoteJid, text }).catch((error) =>
      onFault(error, `a confirmation of ${owner.deviceId}`),
    )
  }

  async function leave({ userId }: Owner, { key, message }: Inbound): Promise<boolean> {
    const { lid, pushName, text } = message
    const answered = await findAnswered(key, message)
    // Where WhatsApp hides the author's number, the campaign knows it.
    const phone = message.phone ?? answered?.phone ?? null
    if (phone === null && lid === null) return false
    const { isNew } = await optOuts.add(userId, {
      ...{ phone, lid, name: answered?.name || pushName },
      ...{ reason: text.trim().slice(0, REASON_MAX_LENGTH), source: OptOutSource.reply },
      campaignId: answered?.campaignId ?? null,
    })
    return isNew
  }

  function comeBack({ userId }: Owner, { phone, lid }: InboundMessage): Promise<boolean> {
    return optOuts.removePerson(userId, { phone, lid })
  }
}
