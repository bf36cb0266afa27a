import type { WebhookEventName } from '../../contract/gateways/delivery.ts'
import { phoneJid } from '../../contract/jid.ts'
import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { InstanceDevice } from './instance-device.ts'
import type { InstanceFeed } from './instance-feed.ts'
import { instanceOf } from './webhook-events.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import { type InstanceFacts, type InstanceTarget, isWanted } from './webhook-target.ts'

/** Emits that an instance was made, and that it is gone. */
export function createInstanceLife({
  outbox,
  feed,
  findTarget,
  newId,
  clock,
  onFault,
}: {
  readonly outbox: Pick<WebhookOutbox, 'probe'>
  readonly feed: Pick<InstanceFeed, 'emit' | 'end'>
  readonly findTarget: InstanceDevice['findTarget']
  readonly newId: () => string
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onInstanceCreated, onDeviceRemoved }

  /** Never rejects: the instance is there, whoever gets the event. */
  async function onInstanceCreated({
    userId,
    deviceId,
  }: EventOf<'instance_created'>): Promise<void> {
    const data = async (facts: InstanceFacts) => instanceOf(deviceId, facts.instanceId)
    try {
      await feed.emit({ userId, instance: deviceId }, { event: 'instance.create', data })
    } catch (error) {
      onFault(error, `the beginning of ${deviceId}`)
    }
  }

  /**
   * Called while the instance and its webhook are still known. Each event is tried once, since its
   * outbox goes along with the instance, and nobody waits for it.
   */
  async function onDeviceRemoved({
    userId,
    deviceId,
    phone,
  }: EventOf<'device_removed'>): Promise<void> {
    try {
      await feed.end({ userId, instance: deviceId }, phone && phoneJid(phone), [
        { event: 'remove.instance', data: async () => null },
        { event: 'instance.delete', data: async (facts) => instanceOf(deviceId, facts.instanceId) },
      ])
      const found = await findTarget({ userId, instance: deviceId })
      if (!found) return
      const target = { ...found, ownJid: phone && phoneJid(phone) }
      farewell(userId, deviceId, target).catch((error) => onFault(error, `the end of ${deviceId}`))
    } catch (error) {
      onFault(error, `the end of ${deviceId}`)
    }
  }

  async function farewell(userId: string, instance: string, target: InstanceTarget): Promise<void> {
    await emit('remove.instance', null)
    await emit('instance.delete', instanceOf(instance, target.instanceId))

    async function emit(event: WebhookEventName, data: unknown): Promise<void> {
      if (!isWanted(target, event)) return
      const createdAt = toIso(clock.now())
      const id = `${instance}.${newId()}`
      await outbox.probe({ userId, instance }, target, { id, event, createdAt, data, media: null })
    }
  }
}
