import { DeviceStatus } from '../../contract/devices/device.ts'
import { AppError } from '../../contract/errors.ts'
import type { InstanceSettings } from '../../contract/gateways/evolution-settings.ts'
import { isConversationJid, isGroupJid } from '../../contract/jid.ts'
import type { AccountManner, Call } from '../account-acts.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { Instances } from './instances.ts'

type Owner = { readonly userId: string; readonly deviceId: string }

/** Lets instances behave as their owners have set them. */
export function createInstanceManners({
  findOwner,
  instances,
  act,
  deliver,
  onFault,
}: {
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly instances: Pick<Instances, 'settings'>
  readonly act: Messenger['act']
  readonly deliver: DirectSends['deliver']
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onState, onInbound, onCall }

  async function onState({ key, status }: EventOf<'state'>): Promise<void> {
    if (status !== DeviceStatus.connected) return
    const settings = await settingsOf(key)
    if (settings) void act(key, { kind: 'manner', manner: mannerOf(settings) })
  }

  async function onInbound({ key, message }: EventOf<'inbound'>): Promise<void> {
    if (message.fromMe || !isConversationJid(message.chatJid)) return
    const settings = await settingsOf(key)
    if (!settings?.readMessages) return
    if (settings.groupsIgnore && isGroupJid(message.chatJid)) return
    const { remoteJid, messageId, participant } = message
    const messages = [{ remoteJid, messageId, participant }]
    void act(key, { kind: 'read', messages, named: 'by_whatsapp' })
  }

  async function onCall({ key, call }: EventOf<'call'>): Promise<void> {
    if (call.status !== 'offer' || call.isOffline || call.isGroup) return
    const owner = findOwner(key)
    const settings = await settingsOf(key)
    if (!owner || !settings?.rejectCall) return
    const answer = await act(key, { kind: 'reject_call', callId: call.id, from: call.from })
    if (answer && settings.msgCall.trim() !== '') await answerCall(owner, call, settings.msgCall)
  }

  /**
   * Sends the caller the instance's text. That WhatsApp refuses it is no fault: it may not let the
   * account write to them.
   */
  async function answerCall({ userId, deviceId }: Owner, call: Call, text: string): Promise<void> {
    const message = { deviceId, to: call.phone ?? call.from, text, media: null }
    try {
      await deliver(userId, message)
    } catch (error) {
      if (!(error instanceof AppError)) onFault(error, `a call to ${deviceId}`)
    }
  }

  async function settingsOf(key: DeviceKey): Promise<InstanceSettings | undefined> {
    const owner = findOwner(key)
    return owner && instances.settings(owner.userId, owner.deviceId)
  }
}

export function mannerOf({ alwaysOnline, readStatus }: InstanceSettings): AccountManner {
  return { isAvailable: alwaysOnline, readsStatus: readStatus }
}
