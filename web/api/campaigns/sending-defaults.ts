import { mutate } from 'swr'
import { z } from 'zod'
import { sendingDefaultsApi } from '#contract/api/campaigns/sending-defaults-api.ts'
import { type SendingDefaults, SendingDefaultsJson } from '#contract/campaigns/sending-defaults.ts'
import { call, keyOf } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'

/** How the user's campaigns go out where nothing else is said. */
export function useSendingDefaults() {
  const {
    data,
    error,
    isLoading,
    mutate: again,
  } = useCall(
    sendingDefaultsApi.getSendingDefaults,
    {},
    // Forms begin with these defaults: they must not change while somebody types.
    { revalidateOnFocus: false },
  )
  return { defaults: data, error, isLoading, retry: () => void again() }
}

export async function setSendingDefaults(defaults: SendingDefaults): Promise<void> {
  const body = z.encode(SendingDefaultsJson, defaults)
  const kept = await call(sendingDefaultsApi.setSendingDefaults, { body })
  await mutate(keyOf(sendingDefaultsApi.getSendingDefaults, {}), kept, { revalidate: false })
}
