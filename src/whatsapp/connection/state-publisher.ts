import { isDeepStrictEqual } from 'node:util'
import type { DeviceStatus, DisconnectCode } from '../../contract/devices/device.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'

export type ReasonEnd = { readonly until: string | null; readonly said: string | null }

/** Publishes the state of a device, each once. */
export function createStatePublisher({
  key,
  phone,
  emit,
}: {
  readonly key: DeviceKey
  /** The number of the account, once known. */
  readonly phone: () => string | null
  readonly emit: (event: MessengerEvent) => void
}) {
  let last: MessengerEvent | null = null
  return { publish, again, forget }

  function publish(status: DeviceStatus, reason: DisconnectCode | null, end?: ReasonEnd): void {
    const ending = end && { until: end.until, said: end.said }
    const event: MessengerEvent = { type: 'state', key, status, reason, phone: phone(), ...ending }
    if (isDeepStrictEqual(event, last)) return
    last = event
    emit(event)
  }

  function again(): void {
    if (last) emit(last)
  }

  /** The next state is published even if it equals the last one. */
  function forget(): void {
    last = null
  }
}
