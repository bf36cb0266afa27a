import { AppError } from '../../../src/contract/errors.ts'
import type { SharedMessengerNeeds } from '../../../src/domain/cluster/messenger-branches.ts'
import type {
  DeviceKey,
  Messenger,
  MessengerEvent,
  SendOutcome,
} from '../../../src/domain/messenger.ts'

type UnderWay = { readonly key: DeviceKey; readonly end: (outcome: SendOutcome) => void }

/**
 * A messenger whose hosts are the test: records its calls, and a message is on its way until the
 * test accepts it or its device is closed.
 */
export function createRecordedMessenger() {
  const told: string[] = []
  const underWay = new Map<string, UnderWay>()
  const lost = new Set<string>()
  let needs: SharedMessengerNeeds | undefined

  return {
    told,
    create,
    /** This node does not hold the account any more. */
    lose: (userId: string) => void lost.add(userId),
    /** Publishes an event, as a host does. */
    tell: async (event: MessengerEvent) => needs?.onEvent(event),
    asks: () => {
      if (!needs) throw new Error('no messenger was created')
      return needs
    },
    accept: (messageId: string) => {
      underWay.get(messageId)?.end({ kind: 'accepted', at: '2026-01-15T12:00:00.000Z' })
    },
  }

  function create(given: SharedMessengerNeeds): Messenger {
    needs = given
    return {
      open: (key) => {
        if (lost.has(given.findUser(key) ?? '')) throw new AppError('lease_lost', key)
        told.push(`open ${key}`)
      },
      pair: (key) => void told.push(`pair ${key}`),
      answerPasskey: (key) => void told.push(`passkey ${key}`),
      confirmPasskey: (key) => void told.push(`passkey ${key}`),
      hasKeys: async () => true,
      close: async (key, why) => {
        told.push(`close ${key} ${why}`)
        for (const each of underWay.values()) {
          if (each.key === key) each.end({ kind: 'unknown', reason: 'closed', detail: 'closed' })
        }
      },
      logOut: async (key) => void told.push(`log out ${key}`),
      lookUp: async (_key, people) => people.map(({ phone }) => ({ phone, result: 'absent' })),
      acquainted: async (_key, people) => people.map(() => true),
      acquaintances: async (_key, people) => people.map(() => 'conversation'),
      download: async () => ({ bytes: new Uint8Array(1) }),
      send: async (key, { messageId }) => {
        told.push(`send ${key} ${messageId}`)
        return new Promise<SendOutcome>((resolve) => {
          underWay.set(messageId, {
            key,
            end: (outcome) => {
              underWay.delete(messageId)
              resolve(outcome)
            },
          })
        })
      },
      act: async () => ({ value: null }),
      inspect: async () => null,
      trace: async () => [],
      stop: async (graceMs) => void told.push(`stop ${graceMs}`),
    }
  }
}
