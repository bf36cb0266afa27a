import { type Passkey, PasskeyStep } from '../../contract/devices/passkey.ts'
import { checkAssertion, passkeySnippet } from '../../contract/devices/passkey-assertion.ts'
import { AppError } from '../../contract/errors.ts'
import type { DeviceKey, Messenger, PasskeyState } from '../messenger.ts'
import type { LiveDevices } from './live-devices.ts'

/** The codes of a pairing, and the owner's answers where the account has a passkey. */
export function createDeviceCodes({
  live,
  messenger,
  getKey,
}: {
  readonly live: Pick<LiveDevices, 'get'>
  readonly messenger: Pick<Messenger, 'answerPasskey' | 'confirmPasskey'>
  /** @throws AppError `device_not_found` */
  readonly getKey: (userId: string, deviceId: string) => Promise<DeviceKey>
}) {
  return { qr, answer, confirm }

  /** The code that the phone is to read, or the passkey step that its owner is to take. */
  async function qr(userId: string, deviceId: string) {
    const { qr, pairingCode, passkey } = live.get(await getKey(userId, deviceId))
    return { qr, pairingCode, passkey: toPasskey(passkey) }
  }

  /** @throws AppError `passkey_not_asked`, or the fault of an answer that WhatsApp would refuse */
  async function answer(userId: string, deviceId: string, text: string): Promise<void> {
    const key = await getKey(userId, deviceId)
    const { passkey } = live.get(key)
    if (passkey?.step !== PasskeyStep.assertion || passkey.request === null) {
      throw new AppError('passkey_not_asked', deviceId)
    }
    const checked = checkAssertion(text, passkey.request)
    if ('fault' in checked) throw new AppError(checked.fault, deviceId)
    messenger.answerPasskey(key, checked.assertion)
  }

  /** @throws AppError `passkey_not_asked` */
  async function confirm(userId: string, deviceId: string): Promise<void> {
    const key = await getKey(userId, deviceId)
    if (live.get(key).passkey?.step !== PasskeyStep.confirm) {
      throw new AppError('passkey_not_asked', deviceId)
    }
    messenger.confirmPasskey(key)
  }
}

/** The passkey's state as the owner sees it. */
function toPasskey(state: PasskeyState | null): Passkey | null {
  if (!state) return null
  return { ...state, snippet: state.request === null ? null : passkeySnippet(state.request) }
}
