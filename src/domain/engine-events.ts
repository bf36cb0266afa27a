import type { DeviceKey, MessengerEvent } from './messenger.ts'
import type { RecipientChange } from './sending/recipient.ts'
import type { SentMessage } from './webhooks/thread-messages.ts'
import type { InstanceKey, NewMessage } from './webhooks/webhook-messages.ts'

/** What happened, told among the parts of the daemon. Screens hear of it by `events.ts`. */
export type EngineEvent =
  | MessengerEvent
  | { readonly type: 'connection'; readonly key: DeviceKey; readonly isConnected: boolean }
  /** The device will not come back under these keys. */
  | {
      readonly type: 'device_gone'
      readonly key: DeviceKey
      readonly cause: 'removed' | 'logged_out'
    }
  /** Nothing of the device is left. */
  | {
      readonly type: 'device_removed'
      readonly key: DeviceKey
      readonly userId: string
      readonly deviceId: string
    }
  | { readonly type: 'gateway_removed'; readonly userId: string; readonly gatewayId: string }
  /** A fact about a campaign's recipient is on the disk. */
  | { readonly type: 'recipient'; readonly change: RecipientChange }
  /** WhatsApp has accepted a message, and that is on the disk. */
  | { readonly type: 'campaign_sent'; readonly sent: SentMessage }
  | { readonly type: 'direct_sent'; readonly sent: SentMessage }
  /** A receipt or a late acknowledgement proved the same, maybe while the send was under way. */
  | { readonly type: 'direct_proved'; readonly sent: SentMessage }
  /** Messages that were not known, once they are stored. */
  | {
      readonly type: 'new_messages'
      readonly userId: string
      readonly instanceKey: InstanceKey
      readonly messages: readonly NewMessage[]
    }
  /** @property lagMs between its hour and now */
  | { readonly type: 'campaign_started'; readonly lagMs: number }
  /** The pacing job gives a slot. */
  | { readonly type: 'slot'; readonly key: DeviceKey; readonly campaignId: string }
  /** A slot was on its way from its job for so long. */
  | { readonly type: 'slot_lag'; readonly ms: number }
  /** The hour of a campaign has come. */
  | { readonly type: 'due'; readonly campaignId: string }
  /** Time to look for what is due. */
  | { readonly type: 'tick' }
  /** Time to tidy up. */
  | { readonly type: 'maintenance' }

export type EngineEvents = ReturnType<typeof createEngineEvents>

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: Type }>

/** One place that every part tells and hears by, so that no part has to know those that listen. */
export function createEngineEvents({
  onFault,
}: {
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const subscribers = new Map<EngineEvent['type'], ((event: EngineEvent) => unknown)[]>()

  const underWay = new Set<Promise<void>>()

  return { subscribe, publish, announce, settled }

  /** Subscribers of a type hear its events in the order of their subscriptions. */
  function subscribe<Type extends EngineEvent['type']>(
    types: readonly Type[],
    handle: (event: EventOf<Type>) => unknown,
  ): void {
    for (const type of types) {
      const own = subscribers.get(type) ?? []
      subscribers.set(type, own)
      own.push((event) => (isOf(event, type) ? handle(event) : undefined))
    }
  }

  /**
   * Resolves once every subscriber has taken the event, one after the other: whoever waits may rely
   * on what they promise, such as a fact on the disk. One that fails keeps no other from it; the
   * first failure is thrown when all had it.
   */
  function publish(event: EngineEvent): Promise<void> {
    const work = hand(event)
    underWay.add(work)
    const forget = () => underWay.delete(work)
    work.then(forget, forget)
    return work
  }

  async function hand(event: EngineEvent): Promise<void> {
    const failures: unknown[] = []
    for (const handle of subscribers.get(event.type) ?? []) {
      try {
        await handle(event)
      } catch (error) {
        failures.push(error)
      }
    }
    for (const error of failures.slice(1)) onFault(error, subjectOf(event))
    if (failures.length > 0) throw failures[0]
  }

  /** The same where nobody waits; failures are told, not thrown. */
  function announce(event: EngineEvent): void {
    publish(event).catch((error) => onFault(error, subjectOf(event)))
  }

  /** Resolves when every event has been taken, failed or not: before the daemon ends. */
  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
}

function isOf<Type extends EngineEvent['type']>(
  event: EngineEvent,
  type: Type,
): event is EventOf<Type> {
  return event.type === type
}

function subjectOf(event: EngineEvent): string {
  return 'campaignId' in event ? event.campaignId : event.type
}
