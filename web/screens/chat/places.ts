import type { Device } from '#contract/devices/device.ts'
import { type Gateway, OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { type ChatPlace, placeKey, placeNamed } from '../../api/chat.ts'
import { hostOf } from '../../api/gateways/webhook-watch.ts'

/** The instance that an address names, which may have no message yet. */
export function placeAt(key: string, gateways: readonly Gateway[]): ChatPlace | null {
  const place = placeNamed(key)
  return place && gateways.some(({ id }) => id === place.gatewayId) ? place : null
}

/**
 * Instances with messages first; then accounts of this server and the requested one, without
 * messages so far.
 */
export function placesToShow({
  chats,
  devices,
  asked,
}: {
  readonly chats: readonly Conversation[]
  readonly devices: readonly Device[]
  readonly asked: ChatPlace | null
}): readonly ChatPlace[] {
  const own = devices.map(({ deviceId }) => ({ gatewayId: OWN_GATEWAY_ID, instance: deviceId }))
  const places = new Map<string, ChatPlace>()
  for (const { gatewayId, instance } of [...chats, ...own, ...(asked ? [asked] : [])]) {
    const place = { gatewayId, instance }
    const key = placeKey(place)
    if (!places.has(key)) places.set(key, place)
  }
  return [...places.values()]
}

/** Whether the device's name tells one conversation from another. */
export function areOfSeveral(chats: readonly ChatPlace[]): boolean {
  return new Set(chats.map(placeKey)).size > 1
}

export function placeName(
  place: ChatPlace,
  gateways: readonly Gateway[],
  devices: readonly Device[],
): string {
  const device = deviceOf(place, devices)
  if (device?.connectionName) return device.connectionName
  const gateway = gateways.find(({ id }) => id === place.gatewayId)
  if (!gateway || gateway.isOwn) return place.instance
  return `${place.instance} · ${hostOf(gateway.url)}`
}

/** The daemon's own device behind an instance. */
export function deviceOf(place: ChatPlace, devices: readonly Device[]): Device | null {
  if (place.gatewayId !== OWN_GATEWAY_ID) return null
  return devices.find(({ deviceId }) => deviceId === place.instance) ?? null
}
