import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { phoneJid } from '../../contract/jid.ts'
import type { DeviceStore } from '../devices/device-record.ts'
import type { Instances } from '../gateways/instances.ts'
import type { InboundMedia, Messenger } from '../messenger.ts'
import type { InstanceKey } from './webhook-messages.ts'
import type { Outbox } from './webhook-outbox-store.ts'
import type { InstanceTarget } from './webhook-target.ts'

export type InstanceDevice = ReturnType<typeof createInstanceDevice>

/** Finds the device behind an instance of `evolution`, for its webhook and its answers. */
export function createInstanceDevice({
  instances,
  devices,
  messenger,
}: {
  readonly instances: Pick<Instances, 'find' | 'settings'>
  readonly devices: Pick<DeviceStore, 'find'>
  readonly messenger: Pick<Messenger, 'download'>
}) {
  return { findTarget, findOwnJid, ignoresGroups, download }

  /** Returns `undefined` where the instance has no webhook. */
  async function findTarget({ userId, instance }: Outbox): Promise<InstanceTarget | undefined> {
    const record = await instances.find(userId, instance)
    if (!record?.webhook) return undefined
    const { webhook, token, instanceId } = record
    const device = await devices.find(userId, instance)
    const { phone = null, connectionName = '' } = device ?? {}
    const ownJid = phone && phoneJid(phone)
    return { webhook, token, instanceId, ownJid, profileName: connectionName }
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

  /** Whether what comes in from groups is neither kept nor told. */
  async function ignoresGroups(userId: string, deviceId: string): Promise<boolean> {
    return (await instances.settings(userId, deviceId)).groupsIgnore
  }

  async function download(
    { userId, instance }: Outbox,
    media: InboundMedia,
    limitBytes: number,
  ): Promise<Uint8Array | null> {
    const device = await devices.find(userId, instance)
    return device ? messenger.download(device.key, media, { limitBytes }) : null
  }
}
