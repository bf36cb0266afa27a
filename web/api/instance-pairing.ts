import {
  QR_FETCH_ATTEMPTS,
  QR_FETCH_INTERVAL_MS,
  STATUS_POLL_INTERVAL_MS,
} from '#contract/limits.ts'
import { type InstanceCode, InstanceState } from './gateway-answer.ts'
import { connectInstance, type InstanceNumber, readInstanceState } from './instances.ts'
import { eventOrPause } from './pairing.ts'

/** What the phone is to read. */
export type ShownCode = Extract<InstanceCode, { kind: 'code' }>

export type InstancePairingOutcome = 'connected' | 'no-code'

/**
 * Connects an instance of a gateway: shows its code, and each one after it, until the phone has
 * read one.
 * @throws CallError, or the signal's reason
 */
export async function pairInstance(
  instance: InstanceNumber,
  { signal, onCode }: { readonly signal: AbortSignal; readonly onCode: (code: ShownCode) => void },
): Promise<InstancePairingOutcome> {
  const first = await untilCode(instance, signal)
  if (first.kind === 'open') return 'connected'
  if (first.kind === 'waiting') return 'no-code'
  onCode(first)
  for (;;) {
    await eventOrPause(instance.name, { ms: STATUS_POLL_INTERVAL_MS, signal })
    const state = await readInstanceState(instance, signal)
    if (state === InstanceState.open) return 'connected'
    // A code to type stays as it is; asking again would begin another.
    if (instance.number) continue
    const code = await connectInstance(instance, signal)
    if (code.kind === 'open') return 'connected'
    if (code.kind === 'code') onCode(code)
  }
}

async function untilCode(instance: InstanceNumber, signal: AbortSignal): Promise<InstanceCode> {
  for (let attempt = 1; ; attempt += 1) {
    const code = await connectInstance(instance, signal)
    if (code.kind !== 'waiting' || attempt === QR_FETCH_ATTEMPTS) return code
    await eventOrPause(instance.name, { ms: QR_FETCH_INTERVAL_MS, signal })
  }
}
