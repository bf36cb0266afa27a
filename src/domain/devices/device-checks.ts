import type { DeviceCheck, MessageStep } from '../../contract/devices/device-check.ts'
import { AppError, errorCatalogue } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Messenger } from '../messenger.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { Devices } from './devices.ts'

export type DeviceChecks = ReturnType<typeof createDeviceChecks>

const TRIAL_TEXT = 'Mensagem de teste do Disparo.'

/** Looks at one device on WhatsApp's server, and tries it out with single messages. */
export function createDeviceChecks({
  getDeviceKey,
  messenger,
  directSends,
  clock,
}: {
  readonly getDeviceKey: Devices['getKey']
  readonly messenger: Pick<Messenger, 'inspect' | 'trace'>
  readonly directSends: Pick<DirectSends, 'attempt'>
  readonly clock: Clock
}) {
  return { check, trial, trace }

  /**
   * Asks WhatsApp about the account itself, and about nobody else.
   * @throws AppError `device_not_found`, `device_not_connected`
   */
  async function check(userId: string, deviceId: string): Promise<DeviceCheck> {
    const key = await getDeviceKey(userId, deviceId)
    const found = await messenger.inspect(key)
    if (!found) throw new AppError('device_not_connected', deviceId)
    const { lock, ownDevices, ...rest } = found
    return {
      deviceId,
      checkedAt: toIso(clock.now()),
      lock: lock && {
        isActive: lock.isActive,
        kind: lock.isActive ? lock.kind : null,
        until: lock.isActive ? lock.until : null,
      },
      ownDevices: ownDevices?.map((device) => ({ ...device })) ?? null,
      ...rest,
    }
  }

  /**
   * Sends one message, and returns what WhatsApp answered.
   * @throws AppError where no message was written, as `DirectSends.deliver` does
   */
  async function trial(
    userId: string,
    deviceId: string,
    { to, text = TRIAL_TEXT }: { readonly to: string; readonly text?: string | undefined },
  ) {
    const key = await getDeviceKey(userId, deviceId)
    const message = { deviceId, to, text, media: null }
    const { messageId, error } = await directSends.attempt(userId, message)
    return {
      messageId,
      isAccepted: error === null,
      errorCode: error?.code ?? null,
      errorText: error && errorCatalogue[error.code].text,
      steps: await messenger.trace(key, messageId),
    }
  }

  /** What WhatsApp said of one of the device's last messages, the oldest first. */
  async function trace(
    userId: string,
    deviceId: string,
    messageId: string,
  ): Promise<readonly MessageStep[]> {
    return messenger.trace(await getDeviceKey(userId, deviceId), messageId)
  }
}
