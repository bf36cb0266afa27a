import { useEffect } from 'react'
import useSWR, { mutate } from 'swr'
import { deliveryApi } from '#contract/api/delivery-api.ts'
import type { AppEvent } from '#contract/events.ts'
import type { Delivery } from '#contract/gateways/delivery.ts'
import type { OpenedDelivery } from '#contract/gateways/delivery-attempt.ts'
import type { DeliveryFilter } from '#contract/gateways/delivery-query.ts'
import { STATUS_POLL_INTERVAL_MS } from '#contract/limits.ts'
import type { InstanceTest, WebhookTestJson } from '#contract/webhooks/campaign-webhook.ts'
import { onAppEvent, refresh } from '../calls/app-events.ts'
import type { CallError } from '../calls/call-error.ts'
import { call, keyOf, readPage } from '../calls/client.ts'
import { refreshPages, usePages } from '../calls/pages.ts'
import { useCall } from '../calls/use-call.ts'

const PAGE_SIZE = 50

/** Every list of deliveries, and every delivery, has an address that begins so. */
const PREFIX = deliveryApi.listDeliveries.path

/** Deliveries to the webhook of an instance, or to one of the account's, newest first. */
export function useDeliveries(
  instance: string,
  filter: DeliveryFilter,
  { changedBy }: { readonly changedBy: AppEvent['type'] },
) {
  const found = usePages(
    deliveryApi.listDeliveries,
    { query: { ...filter, instance, limit: PAGE_SIZE } },
    { changedBy },
  )
  const deliveries = found.pages?.flat()
  const isWaiting = deliveries?.some(({ status }) => status === 'waiting') ?? false
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refreshDeliveries(), STATUS_POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return { ...found, deliveries }
}

/** How many there are of each outcome. */
export type DeliveryCounts = Readonly<Record<Delivery['status'], number>>

/** Counts what a filter finds, whatever outcome it asks for. */
export function useDeliveryCounts(
  instance: string,
  { status: _, ...filter }: DeliveryFilter,
): DeliveryCounts | undefined {
  const input = { query: { ...filter, instance, limit: 1 } }
  const counted = async (status: Delivery['status']) => {
    const query = { ...input.query, status }
    const page = await readPage(deliveryApi.listDeliveries, { query }, { cursor: null })
    return page.total ?? page.answer.length
  }
  const key = `${keyOf(deliveryApi.listDeliveries, input)} counts`
  const { data } = useSWR<DeliveryCounts, CallError>(
    key,
    async () => {
      const [waiting, delivered, dead] = await Promise.all([
        counted('waiting'),
        counted('delivered'),
        counted('dead'),
      ])
      return { waiting, delivered, dead }
    },
    { keepPreviousData: true },
  )
  return data
}

/** What a test of the webhook of an instance would send; `null` as the name: nothing is asked. */
export function useInstanceSample(instance: string | null, test: InstanceTest) {
  const input = instance === null ? null : { params: { instance_name: instance }, query: test }
  return useCall(deliveryApi.sampleInstanceEvent, input, { revalidateOnFocus: false })
}

/** Posts a sample to the webhook of an instance, and returns what the receiver answered. */
export async function testInstance(instance: string, body: InstanceTest): Promise<WebhookTestJson> {
  return await call(deliveryApi.testInstanceWebhook, { params: { instance_name: instance }, body })
}

/** Whether an instance has its own secret for signatures, and until when the one before signs. */
export function useInstanceSecret(instance: string) {
  return useCall(
    deliveryApi.showInstanceSecret,
    { params: { instance_name: instance } },
    { revalidateOnFocus: false },
  )
}

/** Draws another secret. @returns it, this once */
export async function renewInstanceSecret(instance: string, keptHours: number): Promise<string> {
  const params = { instance_name: instance }
  const body = { manter_horas: keptHours }
  const { segredo = '', ...known } = await call(deliveryApi.renewInstanceSecret, { params, body })
  await mutate(keyOf(deliveryApi.showInstanceSecret, { params }), known, { revalidate: false })
  return segredo
}

/** A delivery with what was sent and answered; read again while it waits. */
export function useDelivery(id: string) {
  return useCall(
    deliveryApi.showDelivery,
    { params: { id } },
    {
      refreshInterval: (last) =>
        last?.delivery.status === 'waiting' ? STATUS_POLL_INTERVAL_MS : 0,
    },
  )
}

/** Reads again whatever shows deliveries. */
export async function refreshDeliveries(): Promise<void> {
  const isOne = (key: unknown) => typeof key === 'string' && key.startsWith(PREFIX)
  await Promise.all([refreshPages(PREFIX), mutate(isOne)])
}

/** Sends one once more, at once, and returns it with the outcome. */
export async function resendDelivery(id: string): Promise<OpenedDelivery> {
  const opened = await call(deliveryApi.resendDelivery, { params: { id } })
  await mutate(keyOf(deliveryApi.showDelivery, { params: { id } }), opened, { revalidate: false })
  await refreshDeliveries()
  return opened
}

/** Puts those that were given up back into the queue. @returns how many */
export async function retryDeliveries(
  instance: string,
  { status: _, ...filter }: DeliveryFilter,
): Promise<number> {
  const { total } = await call(deliveryApi.retryDeliveries, { body: { ...filter, instance } })
  await refreshDeliveries()
  return total
}

/** Events of the console that webhooks may get as well: messages, campaigns, opt-outs, devices. */
const deliveredEvents = new Set<AppEvent['type']>([
  'message',
  'campaign',
  'opt_out',
  'device',
  'reset',
])

/** The newest delivery; empty where no event was to be delivered. Live. */
export function useLastDelivery(instance: string) {
  const input = { query: { instance, limit: 1 } }
  const key = keyOf(deliveryApi.listDeliveries, input)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onAppEvent(({ type }) => {
      if (!deliveredEvents.has(type)) return
      // The webhook gets the event a moment after the console.
      timer ??= setTimeout(() => {
        timer = undefined
        refresh(key)
      }, STATUS_POLL_INTERVAL_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [key])
  return useCall(deliveryApi.listDeliveries, input, {
    refreshInterval: (last) => (last?.[0]?.status === 'waiting' ? STATUS_POLL_INTERVAL_MS : 0),
  })
}
