import type { CampaignStatus } from '../contract/campaigns/campaign-status.ts'
import type { Chatbot } from '../contract/gateways/assistant.ts'
import type { OptOut } from '../contract/optouts/opt-out.ts'
import type { CampaignRecord } from './campaigns/campaign-record.ts'
import type { DeviceKey, MessengerEvent } from './messenger.ts'
import type { CampaignReply } from './sending/campaign-reply.ts'
import type { RecipientChange } from './sending/recipient.ts'
import type { LedgerHeader } from './sending/send-ledger.ts'
import type { SentMessage } from './webhooks/thread-messages.ts'
import type { InstanceKey, NewMessage } from './webhooks/webhook-message-store.ts'

/** An event between parts of the daemon. Screens get those of `events.ts`. */
export type EngineEvent =
  | MessengerEvent
  | { readonly type: 'connection'; readonly key: DeviceKey; readonly isConnected: boolean }
  /** The device will not come back with its present keys. */
  | {
      readonly type: 'device_gone'
      readonly key: DeviceKey
      readonly cause: 'removed' | 'logged_out'
    }
  /** The device and all its data have been removed. */
  | {
      readonly type: 'device_removed'
      readonly key: DeviceKey
      readonly userId: string
      readonly deviceId: string
      /** E.164 digits of its account; null for one that was never paired, or was logged out. */
      readonly phone: string | null
    }
  /** A client of the gateway made an instance: its settings are kept, and it is not connected. */
  | { readonly type: 'instance_created'; readonly userId: string; readonly deviceId: string }
  /** The device is to send nothing more, for a reason in Portuguese. */
  | { readonly type: 'breaker_tripped'; readonly key: DeviceKey; readonly reason: string }
  /** What holds the device back from first messages has changed. */
  | { readonly type: 'holds_changed'; readonly key: DeviceKey }
  | { readonly type: 'gateway_removed'; readonly userId: string; readonly gatewayId: string }
  /** A chatbot was removed, or went to another gateway. */
  | { readonly type: 'chatbot_gone'; readonly userId: string; readonly chatbot: Chatbot }
  /** A fact about a campaign's recipient is on the disk. */
  | {
      readonly type: 'recipient'
      readonly header: LedgerHeader
      readonly change: RecipientChange
    }
  /** A campaign has another status, and that is on the disk. */
  | {
      readonly type: 'campaign_status'
      readonly userId: string
      readonly before: CampaignStatus
      readonly campaign: CampaignRecord
    }
  /** A campaign is over, and so is everything that was on its way. */
  | { readonly type: 'campaign_ended'; readonly userId: string; readonly campaign: CampaignRecord }
  /** A message counts as an answer to a campaign's; published again after a crash. */
  | { readonly type: 'campaign_reply'; readonly reply: CampaignReply }
  /** A person is on a user's list of those who get no campaigns any more. */
  | { readonly type: 'opt_out_added'; readonly userId: string; readonly optOut: OptOut }
  /** WhatsApp has accepted a message, and that is on the disk. */
  | { readonly type: 'campaign_sent'; readonly sent: SentMessage }
  | { readonly type: 'direct_sent'; readonly sent: SentMessage }
  /**
   * A receipt or a late acknowledgement proved the same of a single message, maybe while its send
   * was still in progress.
   */
  | { readonly type: 'direct_proved'; readonly sent: SentMessage }
  /** New messages, once they are stored. */
  | {
      readonly type: 'new_messages'
      readonly userId: string
      readonly instanceKey: InstanceKey
      readonly messages: readonly NewMessage[]
    }
  /** @property lagMs delay between the scheduled time and the start */
  | { readonly type: 'campaign_started'; readonly lagMs: number }
  /** The pacing job grants a slot. */
  | { readonly type: 'slot'; readonly key: DeviceKey; readonly campaignId: string }
  /** How long a slot took to arrive from its job. */
  | { readonly type: 'slot_lag'; readonly ms: number }
  /** The scheduled time of a campaign has come. */
  | { readonly type: 'due'; readonly campaignId: string }
  /** Asks for a search for due campaigns. */
  | { readonly type: 'tick' }
  /** Asks for the regular maintenance. */
  | { readonly type: 'maintenance' }

export type EngineEvents = ReturnType<typeof createEngineEvents>

/** The events of some types. */
export type EventOf<Type extends EngineEvent['type']> = Extract<
  EngineEvent,
  { readonly type: Type }
>

/** Passes events between parts, so that no publisher has to know its subscribers. */
export function createEngineEvents({
  onFault,
}: {
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const subscribers = new Map<EngineEvent['type'], ((event: EngineEvent) => unknown)[]>()

  const underWay = new Set<Promise<void>>()

  return { subscribe, publish, announce, settled }

  /** Subscribers of a type get its events in the order of their subscriptions. */
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
   * Resolves once every subscriber has handled the event, one after the other: the publisher may
   * rely on what they guarantee, such as a fact on the disk. A failing subscriber does not keep the
   * event from the others; the first failure is thrown at the end.
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

  /** Publishes without waiting; failures are reported, not thrown. */
  function announce(event: EngineEvent): void {
    publish(event).catch((error) => onFault(error, subjectOf(event)))
  }

  /** Resolves when every event has been handled, successfully or not: before the daemon ends. */
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
