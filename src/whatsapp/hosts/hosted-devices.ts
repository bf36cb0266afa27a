import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { DeviceKey } from '../../domain/messenger.ts'

type Hosted<Device> = {
  readonly device: Device
  /** The fence by which its keys are written at the moment. */
  fence: Fence | undefined
  /** Whether the latest command leaves the device closed. */
  isLeaving: boolean
  /** Commands that are not done yet. */
  underWayCount: number
}

type Work<Device> = (device: Device) => Promise<void>

/**
 * The devices of one host, each from when it is opened until it was closed or logged out: in a
 * cluster they go from node to node, and what is left of them would fill the memory in time.
 */
export function createHostedDevices<Device>(
  create: (key: DeviceKey, fenceOf: () => Fence | undefined) => Device,
) {
  const hosted = new Map<DeviceKey, Hosted<Device>>()
  return { find, all: () => [...hosted.values()].map(({ device }) => device), stay, leave }

  /** Finds a device. One that is not here is created without a connection, and not kept. */
  function find(key: DeviceKey): Device {
    return hosted.get(key)?.device ?? create(key, () => undefined)
  }

  /** Runs work after which the device stays here. */
  function stay(key: DeviceKey, fence: Fence | null, work: Work<Device>): Promise<void> {
    return during(key, { fence, isLeaving: false }, work)
  }

  /** Runs work after which the device is dropped, unless a later `stay` keeps it. */
  function leave(key: DeviceKey, fence: Fence | null, work: Work<Device>): Promise<void> {
    return during(key, { fence, isLeaving: true }, work)
  }

  async function during(
    key: DeviceKey,
    { fence, isLeaving }: { readonly fence: Fence | null; readonly isLeaving: boolean },
    work: Work<Device>,
  ): Promise<void> {
    const entry = hosted.get(key) ?? begin(key)
    if (fence) entry.fence = fence
    entry.isLeaving = isLeaving
    entry.underWayCount += 1
    try {
      await work(entry.device)
    } finally {
      entry.underWayCount -= 1
      // Not before: a second device with the same keys at the same time would ruin them.
      if (entry.isLeaving && entry.underWayCount === 0) hosted.delete(key)
    }
  }

  function begin(key: DeviceKey): Hosted<Device> {
    const device = create(key, () => entry.fence)
    const entry: Hosted<Device> = { device, fence: undefined, isLeaving: false, underWayCount: 0 }
    hosted.set(key, entry)
    return entry
  }
}
