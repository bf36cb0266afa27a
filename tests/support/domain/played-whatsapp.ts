import { type Clock, toIso } from '../../../src/domain/clock.ts'
import type { Download } from '../../../src/domain/media-download.ts'
import type {
  Acquaintance,
  DeviceKey,
  LookupRequest,
  Messenger,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import type { MessengerNeeds } from '../../../src/domain/messenger-needs.ts'

/** A phone that is not on WhatsApp. */
export const ABSENT_PHONE = '5561900000000'
/** The QR that every device shows while it is being paired. */
export const SHOWN_QR = '2@o-codigo-que-o-celular-le'
const SHOWN_CODE = 'ABCD1234'
/** The invitation code of every group. */
export const GROUP_CODE = 'CodigoDoConvite'

/**
 * WhatsApp's side, as a test plays it: a code shows as soon as time passes, all numbers but one
 * have an account, and every message is accepted unless `answer` says otherwise.
 */
export function playWhatsApp({
  clock,
  answer = () => ({ kind: 'accepted', at: toIso(clock.now()) }),
  acquaintanceOf = () => 'none',
}: {
  readonly clock: Clock
  readonly answer?: (request: SendRequest) => SendOutcome | Promise<SendOutcome>
  readonly acquaintanceOf?: (phone: string) => Acquaintance
}) {
  const sent: (SendRequest & { readonly key: DeviceKey })[] = []
  const linked = new Set<DeviceKey>()
  const files = new Map<string, Download | (() => Promise<Download>)>()
  const filesOfPhone = new Map<string, string | null>()
  const codes = new Map<DeviceKey, () => void>()
  let onEvent: MessengerNeeds['onEvent'] = async () => undefined

  return {
    sent,
    /** Results of downloads, by the path of the file; any other file was deleted. */
    files,
    /**
     * Where the account's phone uploads a message's file again, by message id; null: it does not
     * answer.
     */
    filesOfPhone,
    isLinked: (key: DeviceKey) => linked.has(key),
    createMessenger,
    tell,
    showQr,
    /** A phone has scanned the code: the device is connected from now on. */
    link: async (key: DeviceKey, phone: string) => {
      linked.add(key)
      await tell({ type: 'state', key, status: 'connected', reason: null, phone })
    },
    /** A phone of another number has scanned the code: connected only once its owner agrees. */
    linkOther: async (key: DeviceKey, phone: string) => {
      linked.add(key)
      const reason = 'other_phone'
      await tell({ type: 'state', key, status: 'disconnected', reason, phone })
    },
    /** The device keeps its keys, but cannot reach WhatsApp and goes on trying. */
    loseWay: (key: DeviceKey) =>
      tell({ type: 'state', key, status: 'connecting', reason: 'connection_lost', phone: null }),
  }

  async function tell(event: MessengerEvent): Promise<void> {
    // Other events of a device come after its code, or instead of it.
    hideCode(event.key)
    await onEvent(event)
  }

  function hideCode(key: DeviceKey): void {
    codes.get(key)?.()
    codes.delete(key)
  }

  function showQr(key: DeviceKey): Promise<void> {
    return tell({ type: 'qr', key, qr: SHOWN_QR, expiresAt: toIso(clock.now() + 20_000) })
  }

  function createMessenger(needs: MessengerNeeds): Messenger {
    onEvent = needs.onEvent
    return {
      answerPasskey: () => undefined,
      confirmPasskey: () => undefined,
      open: (key) => {
        if (linked.has(key)) {
          void tell({ type: 'state', key, status: 'connected', reason: null, phone: null })
        }
      },
      pair: (key, { withCode }) => {
        const show = () =>
          withCode
            ? tell({ type: 'pairing_code', key, code: SHOWN_CODE, qr: SHOWN_QR })
            : showQr(key)
        hideCode(key)
        codes.set(
          key,
          clock.after(1, () => void show()),
        )
      },
      hasKeys: async (key) => linked.has(key),
      close: async (key) => hideCode(key),
      logOut: async (key) => {
        hideCode(key)
        linked.delete(key)
      },
      lookUp: async (_key, people) => people.map(lookUp),
      acquainted: async (_key, people) =>
        people.map(({ phone }) => acquaintanceOf(phone) === 'conversation'),
      acquaintances: async (_key, people) => people.map(({ phone }) => acquaintanceOf(phone)),
      inspect: async () => null,
      act: async (_key, act) => {
        if (act.kind === 'file_again') {
          const path = filesOfPhone.get(act.messageId)
          return path === null ? null : { value: path ?? null }
        }
        return { value: act.kind === 'group_invite' ? GROUP_CODE : null }
      },
      trace: async () => [],
      download: async (_key, { directPath }) => {
        const known = files.get(directPath ?? '') ?? { failure: 'gone' }
        return typeof known === 'function' ? known() : known
      },
      send: async (key, request) => {
        sent.push({ ...request, key })
        return answer(request)
      },
      stop: async () => undefined,
    }
  }

  /** WhatsApp's directory: it has all numbers but one. */
  function lookUp({ phone }: LookupRequest) {
    const known = { jid: `${phone}@s.whatsapp.net`, lid: `9${phone}@lid` }
    return phone === ABSENT_PHONE
      ? ({ phone, result: 'absent' } as const)
      : ({ phone, result: 'found', ...known, acquaintance: acquaintanceOf(phone) } as const)
  }
}
