import { useEffect, useMemo } from 'react'
import useSWR, { mutate } from 'swr'
import { gatewayApi } from '#contract/api/gateways/gateway-api.ts'
import { type Gateway, type GatewayAnswer, OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import { onAppEvent, refresh } from '../calls/app-events.ts'
import type { CallError } from '../calls/call-error.ts'
import { changeKept } from '../calls/change-kept.ts'
import { call, keyOf, read } from '../calls/client.ts'
import { limitCalls } from '../calls/limited-calls.ts'
import { useCall } from '../calls/use-call.ts'
import {
  type InstanceCode,
  type InstanceState,
  readCode,
  readInstances,
  readState,
  readWebhook,
  type WebhookSetting,
} from './gateway-answer.ts'
import { judgeWebhook, repairedWebhook, type WebhookWatch } from './webhook-watch.ts'

/** A slow gateway must not hold up every other call of the page: browsers make six at a time. */
const CHECKS_AT_A_TIME = 2
const limited = limitCalls(CHECKS_AT_A_TIME)

/** The instances of a gateway; those of `evolution` are live. */
export function useInstances(gatewayId: string) {
  const { data, error, isValidating, mutate } = useCall(
    gatewayApi.proxyInstances,
    { params: { id: gatewayId } },
    { errorRetryCount: 1 },
  )
  useEffect(() => {
    if (gatewayId !== OWN_GATEWAY_ID) return
    // Instances show their devices, and count their messages.
    return onAppEvent(({ type }) => {
      if (type === 'device' || type === 'message' || type === 'reset') refresh(listKey(gatewayId))
    })
  }, [gatewayId])
  const instances = useMemo(() => (data === undefined ? undefined : readInstances(data)), [data])
  return { instances, error, isValidating, mutate }
}

export type NewInstance = {
  readonly instanceName: string
  readonly token?: string
  readonly number?: string
  readonly webhook?: { readonly url: string }
}

/** @returns the QR, if the gateway gave one at once */
export async function createInstance(gatewayId: string, body: NewInstance): Promise<InstanceCode> {
  const answer = await call(gatewayApi.proxyCreate, { params: { id: gatewayId }, body })
  await mutate(listKey(gatewayId))
  return readCode(answer)
}

export async function deleteInstance(gatewayId: string, name: string): Promise<void> {
  await call(gatewayApi.proxyDelete, { params: { id: gatewayId, name } })
  // Not read again at once: gateways list a deleted instance for a moment longer.
  await changeKept<GatewayAnswer>(listKey(gatewayId), (known) =>
    Array.isArray(known)
      ? known.filter((record) => readInstances([record])[0]?.name !== name)
      : known,
  )
  if (gatewayId === OWN_GATEWAY_ID) await mutate('/api/whatsapp/devices')
}

/**
 * Closes the connection of an instance and opens it again with the same keys.
 * @returns the code for the phone, where WhatsApp wants one first
 */
export async function restartInstance(gatewayId: string, name: string): Promise<InstanceCode> {
  try {
    return readCode(await call(gatewayApi.proxyRestart, { params: { id: gatewayId, name } }))
  } finally {
    await refreshInstance(gatewayId, name)
  }
}

/** Unlinks the phone of an instance, which stays. */
export async function logOutInstance(gatewayId: string, name: string): Promise<void> {
  try {
    await call(gatewayApi.proxyLogout, { params: { id: gatewayId, name } })
  } finally {
    await refreshInstance(gatewayId, name)
  }
}

/** The QR or code of an instance; this call begins its connection. */
export async function connectInstance(
  { gatewayId, name, number }: InstanceNumber,
  signal: AbortSignal,
): Promise<InstanceCode> {
  const params = { id: gatewayId, name }
  const input = number ? { params, query: { number } } : { params }
  return readCode(await read(gatewayApi.proxyConnect, input, { signal }))
}

export type InstanceNumber = {
  readonly gatewayId: string
  readonly name: string
  /** Asks for a code to type instead of a QR. */
  readonly number: string | null
}

export async function readInstanceState(
  { gatewayId, name }: { readonly gatewayId: string; readonly name: string },
  signal?: AbortSignal,
): Promise<InstanceState | null> {
  const input = { params: { id: gatewayId, name } }
  return readState(await read(gatewayApi.proxyState, input, signal ? { signal } : {}))
}

/** Reads an instance again after its connection was begun or made. */
export async function refreshInstance(gatewayId: string, name: string): Promise<void> {
  await Promise.all([
    mutate(listKey(gatewayId)),
    mutate(watchKey(gatewayId, name)),
    // Its state is shown as that of a device of this server.
    gatewayId === OWN_GATEWAY_ID && mutate('/api/whatsapp/devices'),
  ])
}

export async function refreshInstances(gatewayId: string): Promise<void> {
  await mutate(listKey(gatewayId))
  await mutate((key) => typeof key === 'string' && key.startsWith(watchKey(gatewayId, '')))
}

export type InstanceWatch = {
  /** The state that the gateway reports now, not the one it last stored. */
  readonly state: InstanceState | null
  readonly setting: WebhookSetting | null
  readonly webhook: WebhookWatch
}

/**
 * Reads an instance's state and webhook. `evolution` needs no reading: its states are current, and
 * its messages are here already.
 */
export function useInstanceWatch(gateway: Gateway, name: string) {
  return useSWR<InstanceWatch, CallError>(
    gateway.isOwn ? null : watchKey(gateway.id, name),
    () =>
      limited(async () => {
        const state = await readInstanceState({ gatewayId: gateway.id, name })
        const params = { id: gateway.id, name }
        const setting = readWebhook(await read(gatewayApi.proxyFindWebhook, { params }))
        return { state, setting, webhook: judgeWebhook(setting, gateway.webhookUrl) }
      }),
    { shouldRetryOnError: false, revalidateOnFocus: false },
  )
}

/** The present webhook; `setting` is undefined until it is known, and null where none is set. */
export function useWebhook(gatewayId: string, name: string) {
  const params = { id: gatewayId, name }
  const { data, error, mutate } = useCall(
    gatewayApi.proxyFindWebhook,
    { params },
    { revalidateOnFocus: false, errorRetryCount: 1 },
  )
  return { setting: data === undefined ? undefined : readWebhook(data), error, mutate }
}

export async function setWebhook(
  gatewayId: string,
  name: string,
  { url, isEnabled, byEvents, withMedia, events }: WebhookSetting,
): Promise<void> {
  const webhook = { enabled: isEnabled, url, byEvents, base64: withMedia, events: [...events] }
  await call(gatewayApi.proxySetWebhook, { params: { id: gatewayId, name }, body: { webhook } })
  await Promise.all([
    mutate(watchKey(gatewayId, name)),
    mutate(keyOf(gatewayApi.proxyFindWebhook, { params: { id: gatewayId, name } })),
  ])
}

/** Sets the webhook so that the messages of an instance arrive here (again). */
export async function repairWebhook(
  gateway: Gateway,
  name: string,
  setting: WebhookSetting | null,
): Promise<void> {
  await setWebhook(gateway.id, name, repairedWebhook(setting, gateway.webhookUrl))
}

/** When the newest message of an instance was written, in ISO 8601; null where there is none. */
export function useLastMessageAt(gatewayId: string, instance: string) {
  const query = { instance, evolution_id: gatewayId, limit: 1 }
  const { data, error } = useCall(gatewayApi.listWebhookMessages, { query })
  const newest = data?.at(-1)
  return {
    isKnown: data !== undefined,
    error,
    lastAt: newest ? new Date(newest.sentAtSeconds * 1000).toISOString() : null,
  }
}

function listKey(gatewayId: string): string {
  return keyOf(gatewayApi.proxyInstances, { params: { id: gatewayId } })
}

function watchKey(gatewayId: string, name: string): string {
  return `watch ${gatewayId}/${name}`
}
