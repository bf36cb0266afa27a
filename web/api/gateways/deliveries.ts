import { useEffect } from 'react'
import { mutate } from 'swr'
import { deliveryApi } from '#contract/api/delivery-api.ts'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { STATUS_POLL_INTERVAL_MS } from '#contract/limits.ts'
import { onAppEvent, refresh } from '../calls/app-events.ts'
import { call, keyOf } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'

/** Deliveries to the webhook of one of the server's own instances, newest first. */
export function useDeliveries(instance: string) {
  return useCall(deliveryApi.listDeliveries, { query: { instance } })
}

/** The delivery of what happened last in an instance; empty where nothing was to be told. Live. */
export function useLastDelivery(instance: string) {
  const input = { query: { instance, limit: 1 } }
  const key = keyOf(deliveryApi.listDeliveries, input)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onAppEvent(({ type }) => {
      if (type !== 'message') return
      // The webhook is told a moment after the message is shown.
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

/** Repeats a delivery that was given up. */
export async function retryDelivery({ id, instance }: Delivery): Promise<void> {
  const retried = await call(deliveryApi.retryDelivery, { params: { id } })
  await mutate<readonly Delivery[]>(
    keyOf(deliveryApi.listDeliveries, { query: { instance } }),
    (known) => known?.map((each) => (each.id === id ? retried : each)),
  )
  await mutate(keyOf(deliveryApi.listDeliveries, { query: { instance, limit: 1 } }))
}
