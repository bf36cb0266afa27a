import { isPersonJid } from '../../contract/jid.ts'
import { OptOutSource, REASON_MAX_LENGTH } from '../../contract/optouts/opt-out.ts'
import {
  optOutConfirmation,
  readOptOut,
  returnConfirmation,
} from '../../contract/optouts/opt-out-words.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey, InboundMessage } from '../messenger.ts'
import type { DirectSends } from '../sending/direct-sends.ts'
import type { OptOuts } from './opt-outs.ts'

type Owner = { readonly userId: string; readonly deviceId: string }

/**
 * Takes people off the lists of recipients who write nothing but a word for it, and back onto them.
 * Each change is confirmed once, to the chat that asked.
 */
export function createOptOutReplies({
  optOuts,
  findOwner,
  reply,
  onFault,
}: {
  readonly optOuts: Pick<OptOuts, 'add' | 'removePerson'>
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly reply: DirectSends['reply']
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { heard }

  /**
   * Resolves once the wish is on the disk, so that no message leaves after it.
   * @throws AppError `storage_unavailable`: it has to be told again
   */
  async function heard({ key, message }: EventOf<'inbound'>): Promise<void> {
    if (message.fromMe || !isPersonJid(message.chatJid)) return
    const wish = readOptOut(message.text)
    const owner = wish && findOwner(key)
    if (!owner) return
    const isChanged =
      wish === 'leave' ? await leave(owner, message) : await comeBack(owner, message)
    if (!isChanged) return
    const text = wish === 'leave' ? optOutConfirmation : returnConfirmation
    // Nobody waits for it: what counts is the list.
    reply(owner.userId, { deviceId: owner.deviceId, jid: message.remoteJid, text }).catch((error) =>
      onFault(error, `a confirmation of ${owner.deviceId}`),
    )
  }

  async function leave({ userId }: Owner, message: InboundMessage): Promise<boolean> {
    const { phone, lid, pushName, text } = message
    if (phone === null && lid === null) return false
    const { isNew } = await optOuts.add(userId, {
      ...{ phone, lid, name: pushName, reason: text.trim().slice(0, REASON_MAX_LENGTH) },
      ...{ source: OptOutSource.reply, campaignId: null },
    })
    return isNew
  }

  function comeBack({ userId }: Owner, { phone, lid }: InboundMessage): Promise<boolean> {
    return optOuts.removePerson(userId, { phone, lid })
  }
}
