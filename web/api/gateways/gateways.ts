import { gatewayApi } from '#contract/api/gateways/gateway-api.ts'
import type { Gateway, GatewayBody } from '#contract/gateways/gateway.ts'
import { version } from '../../page-facts.ts'
import { CallError } from '../calls/call-error.ts'
import { changeKept } from '../calls/change-kept.ts'
import { call, keyOf } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'
import { readVersion, reasonInWords } from './gateway-answer.ts'

const gatewaysKey = keyOf(gatewayApi.listGateways, {})

/** The user's gateways, newest first; `evolution` is always among them. */
export function useGateways() {
  return useCall(gatewayApi.listGateways, {})
}

export async function registerGateway(body: GatewayBody): Promise<Gateway> {
  const gateway = await call(gatewayApi.createGateway, { body })
  await changeKept<readonly Gateway[]>(gatewaysKey, (known) => [
    gateway,
    ...known.filter(({ id }) => id !== gateway.id),
  ])
  return gateway
}

export async function removeGateway(id: string): Promise<void> {
  await call(gatewayApi.deleteGateway, { params: { id } })
  await changeKept<readonly Gateway[]>(gatewaysKey, (known) =>
    known.filter((gateway) => gateway.id !== id),
  )
}

/** The version a gateway runs; null where it does not report one. */
export function useGatewayVersion({ id, isOwn }: Gateway): string | null {
  // Requested once: some gateways query the internet before they answer this.
  const { data } = useCall(gatewayApi.proxyRoot, isOwn ? null : { params: { id } }, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateIfStale: false,
  })
  if (isOwn) return version
  return data === undefined ? null : readVersion(data)
}

/** The sentence for a gateway's refusal: its own reason wins over the general sentence. */
export function gatewaySentence(error: unknown, { isOwn }: Pick<Gateway, 'isOwn'>): string | null {
  if (!(error instanceof CallError)) return null
  const reason = error.details.find(({ path }) => path === 'gateway')?.message
  if (reason === undefined) return error.message
  return isOwn ? reason : reasonInWords(reason)
}
