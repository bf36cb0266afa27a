import { type Campaign, CampaignStatus, canStop, noCounts } from '../../../src/contract/campaign.ts'
import { type Device, DeviceStatus } from '../../../src/contract/device.ts'
import { AppError } from '../../../src/contract/errors.ts'
import type { Send } from '../../../src/contract/send.ts'
import type { Devices } from '../../../src/domain/devices/devices.ts'
import type { Lookup } from '../../../src/domain/messenger.ts'
import type { DirectMessage, DirectSends } from '../../../src/domain/sending/direct-sends.ts'
import type { Services } from '../../../src/http/services.ts'

/** Stand-ins for what lies behind the HTTP interface: they keep what they are told, per user. */

export function aCampaign(fields: Partial<Campaign> = {}): Campaign {
  return {
    id: '1',
    name: 'Natal',
    description: 'Feliz Natal',
    status: CampaignStatus.draft,
    instanceName: 'loja',
    deviceId: null,
    text: 'Feliz Natal',
    medium: null,
    intervalSeconds: 60,
    maxIntervalSeconds: null,
    contactListId: null,
    scheduledAt: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    endReason: null,
    wait: null,
    recipientCount: 0,
    ...noCounts,
    ...fields,
  }
}

export function aSend(fields: Partial<Send> = {}): Send {
  return {
    id: '0',
    contact: '5561999990000',
    name: 'Ana',
    status: 'success',
    sentAt: '2026-01-15T12:00:00.000Z',
    errorText: null,
    errorCode: null,
    deviceId: '5561988880000',
    jid: '5561999990000@s.whatsapp.net',
    text: 'Olá, Ana',
    attemptCount: 1,
    messageId: '3EB0',
    deliveredAt: null,
    readAt: null,
    repliedAt: null,
    ...fields,
  }
}

export function fakeCampaigns() {
  const byUser = new Map<string, Campaign[]>()
  const sendsOf = new Map<string, readonly Send[]>()
  const own = (userId: string) => byUser.get(userId) ?? []
  const get = (userId: string, id: string) => {
    const found = own(userId).find((each) => each.id === id)
    if (!found) throw new AppError('campaign_not_found', id)
    return found
  }
  const put = (userId: string, campaign: Campaign) => {
    const others = own(userId).filter(({ id }) => id !== campaign.id)
    byUser.set(userId, [campaign, ...others])
    return campaign
  }

  const campaigns: Services['campaigns'] = {
    list: async (userId, choose = (all) => all) => choose(own(userId)),
    get: async (userId, id) => get(userId, id),
    create: async (user, { name, text, intervalSeconds }) =>
      put(
        user.id,
        aCampaign({
          id: String(own(user.id).length + 1),
          name,
          instanceName: user.instanceName,
          ...(text && { text }),
          ...(intervalSeconds !== undefined && { intervalSeconds }),
        }),
      ),
    update: async (userId, id, patch) =>
      put(userId, { ...get(userId, id), ...(patch.name !== undefined && { name: patch.name }) }),
    stop: async (userId, id) => {
      const campaign = get(userId, id)
      if (!canStop(campaign)) throw new AppError('not_running', id)
      return put(userId, { ...campaign, status: CampaignStatus.cancelled })
    },
    remove: async (userId, id) => {
      const campaign = get(userId, id)
      byUser.set(
        userId,
        own(userId).filter((each) => each !== campaign),
      )
    },
    sends: async (userId, id, { limit, cursor }) => {
      get(userId, id)
      const all = sendsOf.get(id) ?? []
      const from = Number(cursor ?? 0)
      const to = limit === undefined ? all.length : from + limit
      return { sends: each(all.slice(from, to)), nextCursor: to < all.length ? String(to) : null }
    },
    startDue: async (userId) =>
      own(userId ?? '').flatMap(({ id, status }) =>
        status === CampaignStatus.scheduled ? [id] : [],
      ),
  }
  return {
    ...campaigns,
    put,
    setSends: (id: string, sends: readonly Send[]) => sendsOf.set(id, sends),
  }
}

async function* each<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items
}

export function fakeDevices({
  onRemoved = async () => undefined,
}: {
  readonly onRemoved?: (userId: string, deviceId: string) => Promise<void>
} = {}) {
  const codes = new Map<string, string>()
  const byUser = new Map<string, Map<string, Device>>()
  const own = (userId: string) => byUser.get(userId) ?? new Map<string, Device>()
  const get = (userId: string, deviceId: string) => {
    const found = own(userId).get(deviceId)
    if (!found) throw new AppError('device_not_found', deviceId)
    return found
  }
  const put = (userId: string, device: Device) => {
    byUser.set(userId, own(userId).set(device.deviceId, device))
    return device
  }

  const devices: Services['devices'] & Pick<Devices, 'add' | 'detail' | 'logOut'> = {
    add: async (userId, deviceId) => {
      if (own(userId).has(deviceId)) throw new AppError('device_taken', deviceId)
      put(userId, aDevice({ deviceId, status: DeviceStatus.disconnected }))
    },
    detail: async (userId, deviceId) => {
      const { connectionName, status, phone, createdAt, lastSeenAt, reason } = get(userId, deviceId)
      const key = `${userId}/${deviceId}`
      const isPairing = status === DeviceStatus.connecting && reason !== 'outage'
      const pairingCode = isPairing ? (codes.get(key) ?? null) : null
      const qr = isPairing ? `qr of ${deviceId}` : null
      return {
        record: {
          ...{ id: deviceId, key, connectionName, phone, createdAt, lastSeenAt },
          shouldBeConnected: true,
          reason: null,
        },
        live: { userId, deviceId, status, qr, pairingCode, qrCount: isPairing ? 1 : 0 },
      }
    },
    logOut: async (userId, deviceId, { force }) => {
      const device = get(userId, deviceId)
      if (device.status === DeviceStatus.disconnected) {
        throw new AppError('device_not_connected', deviceId)
      }
      if (device.reason === 'busy' && !force) throw new AppError('device_busy', deviceId)
      put(userId, { ...device, status: DeviceStatus.disconnected })
    },
    connect: async (userId, { deviceId, connectionName, phone }) => {
      codes.delete(`${userId}/${deviceId}`)
      if (phone !== undefined) codes.set(`${userId}/${deviceId}`, 'ABCD1234')
      const known = own(userId).get(deviceId)
      const wasConnected = known?.status === DeviceStatus.connected
      if (known && wasConnected) return { device: known, wasConnected }
      const device = aDevice({
        ...known,
        status: DeviceStatus.connecting,
        deviceId,
        connectionName: connectionName || `Conexão de ${deviceId}`,
      })
      return { device: put(userId, device), wasConnected: false }
    },
    qr: async (userId, deviceId) => ({
      qr: `qr of ${get(userId, deviceId).deviceId}`,
      pairingCode: null,
    }),
    status: async (userId, deviceId) => get(userId, deviceId).status,
    list: async (userId) => [...own(userId).values()],
    close: async (userId, deviceId) => {
      put(userId, { ...get(userId, deviceId), status: DeviceStatus.disconnected })
    },
    remove: async (userId, deviceId, { force }) => {
      if (get(userId, deviceId).reason === 'busy' && !force) {
        throw new AppError('device_busy', deviceId)
      }
      own(userId).delete(deviceId)
      await onRemoved(userId, deviceId)
    },
    keepAlive: async (userId, deviceId) => {
      const wanted = deviceId === undefined ? [...own(userId).values()] : [get(userId, deviceId)]
      return wanted.map(({ deviceId: id, status }) => ({ deviceId: id, status }))
    },
  }
  return { ...devices, put }
}

export function aDevice(fields: Partial<Device> = {}): Device {
  return {
    deviceId: '5561988880000',
    connectionName: 'Loja',
    status: DeviceStatus.connecting,
    phone: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    lastSeenAt: null,
    reason: null,
    reasonCode: null,
    ...fields,
  }
}

/** Nobody has WhatsApp there. */
export const ABSENT_PHONE = '5561900000000'

export function fakeDirectSends() {
  const delivered: DirectMessage[] = []
  const directSends: Pick<DirectSends, 'send' | 'deliver'> = {
    send: async (_userId, { to }) => {
      if (to === 'ninguém') throw new AppError('not_on_whatsapp', to)
      return { messageId: `message to ${to}` }
    },
    deliver: async (_userId, message) => {
      const { to } = message
      if (to === ABSENT_PHONE) throw new AppError('not_on_whatsapp', to)
      delivered.push(message)
      const at = '2026-01-15T12:00:00.000Z'
      return { messageId: `message to ${to}`, jid: `${to}@s.whatsapp.net`, at }
    },
  }
  return { ...directSends, delivered }
}

/** WhatsApp's directory: everybody is in it but one. */
export async function lookUp(
  _key: string,
  people: readonly { readonly phone: string }[],
): Promise<readonly Lookup[]> {
  return people.map(({ phone }) =>
    phone === ABSENT_PHONE
      ? { phone, result: 'absent' }
      : { phone, result: 'found', jid: `${phone}@s.whatsapp.net`, lid: `9${phone}@lid` },
  )
}
