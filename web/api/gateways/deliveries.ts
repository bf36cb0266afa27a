import { mutate } from 'swr'
import { deliveryApi } from '#contract/api/delivery-api.ts'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { call, keyOf } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'

/** Deliveries to the webhook of one of the server's own instances, newest first. */
export function useDeliveries(instance: string) {
  return useCall(deliveryApi.listDeliveries, { query: { instance } })
}

/** The delivery of what happened last in an instance; empty where nothing was to be told. */
export function useLastDelivery(instance: string) {
  return useCall(deliveryApi.listDeliveries, { query: { instance, limit: 1 } })
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
