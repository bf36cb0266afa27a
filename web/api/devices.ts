import { mutate } from 'swr'
import { z } from 'zod'
import type { AnswerOf } from '#contract/api/call.ts'
import { deviceApi } from '#contract/api/device-api.ts'
import type { Device } from '#contract/devices/device.ts'
import { type DeviceSettings, DeviceSettingsBody } from '#contract/devices/device-settings.ts'
import { DEVICES_REFRESH_INTERVAL_MS } from '#contract/limits.ts'
import { call, keyOf, read } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

const devicesKey = keyOf(deviceApi.listDevices, {})

/** All devices; live, and read again every half minute. */
export function useDevices() {
  return useCall(deviceApi.listDevices, {}, { refreshInterval: DEVICES_REFRESH_INTERVAL_MS })
}

/** Connects a device, or begins its pairing by QR or by code. */
export async function connectDevice(
  input: { readonly deviceId: string; readonly connectionName: string; readonly withCode: boolean },
  signal?: AbortSignal,
): Promise<AnswerOf<typeof deviceApi.connectDevice>> {
  const { deviceId, connectionName, withCode } = input
  const body = { deviceId, connectionName, ...(withCode ? { pairingCode: true } : {}) }
  return await call(deviceApi.connectDevice, { body }, signal ? { signal } : {})
}

/** The QR's text or the pairing code, whichever is there. */
export function readCode(deviceId: string, signal: AbortSignal) {
  return read(deviceApi.deviceQr, { params: { id: deviceId } }, { signal })
}

export async function readStatus(deviceId: string, signal: AbortSignal) {
  return (await read(deviceApi.deviceStatus, { params: { id: deviceId } }, { signal })).status
}

/** Why a device is not connected; nulls where nothing is known. */
export async function readReason(
  deviceId: string,
  signal: AbortSignal,
): Promise<Pick<Device, 'reason' | 'reasonCode' | 'reasonUntil'>> {
  const { devices } = await read(deviceApi.listDevices, {}, { signal })
  const device = devices.find((each) => each.deviceId === deviceId)
  return device ?? { reason: null, reasonCode: null, reasonUntil: null }
}

/** Reconnects a device that should be connected and is not. */
export async function reconnectDevice(deviceId: string): Promise<void> {
  await call(deviceApi.connectDevice, { body: { deviceId } })
  await mutate(devicesKey)
}

/** Changes the name of a device, and how many new people a day it writes to. */
export async function changeDevice(deviceId: string, settings: DeviceSettings): Promise<Device> {
  const changed = await call(deviceApi.changeDevice, {
    params: { id: deviceId },
    body: z.encode(DeviceSettingsBody, settings),
  })
  await mutate(devicesKey)
  return changed
}

/** Closes the connection and keeps the keys. */
export async function closeDevice(deviceId: string): Promise<void> {
  await call(deviceApi.closeDevice, { params: { id: deviceId } })
  await mutate(devicesKey)
}

/**
 * Logs the device out, and deletes its keys and itself.
 * @throws CallError `device_busy` while a campaign uses it, unless forced
 */
export async function deleteDevice(
  deviceId: string,
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  await call(deviceApi.deleteDevice, {
    params: { id: deviceId },
    ...(isForced ? { query: { force: 'true' as const } } : {}),
  })
  await mutate(devicesKey)
}

/** One message outside any campaign; resolves when WhatsApp has acknowledged it. */
export async function sendMessage(
  input: {
    readonly deviceId: string
    readonly to: string
    readonly text: string
    /** An uploaded picture, or any other uploaded file. */
    readonly imageUrl?: string
    readonly anexo?: { readonly url: string; readonly nome: string }
  },
  onceKey?: string,
): Promise<{ readonly messageId: string }> {
  return await call(
    deviceApi.sendMessage,
    { body: input },
    onceKey === undefined ? {} : { onceKey },
  )
}
