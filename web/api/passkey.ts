import { passkeyApi } from '#contract/api/passkey-api.ts'
import { call } from './calls/client.ts'

/** @throws CallError for an answer that WhatsApp would not take */
export async function answerPasskey(deviceId: string, resposta: string): Promise<void> {
  await call(passkeyApi.answerPasskey, { params: { id: deviceId }, body: { resposta } })
}

export async function confirmPasskey(deviceId: string): Promise<void> {
  await call(passkeyApi.confirmPasskey, { params: { id: deviceId } })
}
