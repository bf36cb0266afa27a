import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { phoneJid } from '../../contract/jid.ts'
import type { DeviceStore } from '../devices/device-record.ts'
import type { InstanceRecord, Instances } from '../gateways/instances.ts'
import { bytesOf } from '../media-download.ts'
import type { InboundMedia, Messenger } from '../messenger.ts'
import { signingOf } from './secrets/instance-secrets.ts'
import type { InstanceKey } from './webhook-message-store.ts'
import type { Outbox } from './webhook-outbox-store.ts'
import type { InstanceFacts, InstanceTarget } from './webhook-target.ts'

export type InstanceDevice = ReturnType<typeof createInstanceDevice>

export type Listened = {
  readonly facts: InstanceFacts
  readonly websocket: InstanceRecord['websocket']
}

/** Finds the device behind an instance of `evolution`, for its webhook and its answers. */
export function createInstanceDevice({
  instances,
  devices,
  messenger,
}: {
  readonly instances: Pick<Instances, 'ensure' | 'find' | 'settings'>
  readonly devices: Pick<DeviceStore, 'find'>
  readonly messenger: Pick<Messenger, 'download'>
}) {
  return { findTarget, findListened, findOwnJid, ignoresGroups, download }

  /** Returns `undefined` where the instance has no webhook. */
  async function findTarget({ userId, instance }: Outbox): Promise<InstanceTarget | undefined> {
    const record = await instances.find(userId, instance)
    if (!record?.webhook) return undefined
    const facts = await factsOf(userId, record)
    return { ...facts, webhook: record.webhook, signing: signingOf(record) }
  }

  /**
   * Finds what events say of an instance, and which of them its own sockets have chosen.
   * @throws AppError `device_not_found`
   */
  async function findListened({ userId, instance }: Outbox): Promise<Listened> {
    const record = await instances.ensure(userId, instance)
    return { facts: await factsOf(userId, record), websocket: record.websocket }
  }

  async function factsOf(userId: string, record: InstanceRecord): Promise<InstanceFacts> {
    const { id, token, instanceId } = record
    const { phone = null, connectionName = '' } = (await devices.find(userId, id)) ?? {}
    return { token, instanceId, ownJid: phone && phoneJid(phone), profileName: connectionName }
  }

  /** The instance's own jid, once it was paired; unknown for other gateways. */
  async function findOwnJid(
    userId: string,
    { gatewayId, instance }: InstanceKey,
  ): Promise<string | null> {
    if (gatewayId !== OWN_GATEWAY_ID) return null
    const phone = (await devices.find(userId, instance))?.phone
    return phone ? phoneJid(phone) : null
  }

  /** Whether what comes in from groups is neither kept nor emitted. */
  async function ignoresGroups(userId: string, deviceId: string): Promise<boolean> {
    return (await instances.settings(userId, deviceId)).groupsIgnore
  }

  async function download(
    { userId, instance }: Outbox,
    media: InboundMedia,
    limitBytes: number,
  ): Promise<Uint8Array | null> {
    const device = await devices.find(userId, instance)
    return device ? bytesOf(await messenger.download(device.key, media, { limitBytes })) : null
  }
}
