import { mutate } from 'swr'
import { deviceApi } from '#contract/device-api.ts'
import { DEVICES_REFRESH_INTERVAL_MS } from '#contract/limits.ts'
import { call, keyOf } from './client.ts'
import { useCall } from './use-call.ts'

const devicesKey = keyOf(deviceApi.listDevices, {})

/** All devices; live, and read anew every half minute. */
export function useDevices() {
  return useCall(deviceApi.listDevices, {}, { refreshInterval: DEVICES_REFRESH_INTERVAL_MS })
}

/** Logs the device out, and deletes its keys and itself. */
export async function deleteDevice(deviceId: string, options: { readonly isForced: boolean }) {
  await call(deviceApi.deleteDevice, {
    params: { id: deviceId },
    ...(options.isForced ? { query: { force: 'true' as const } } : {}),
  })
  await mutate(devicesKey)
}
