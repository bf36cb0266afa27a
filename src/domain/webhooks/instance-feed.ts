import { AppError } from '../../contract/errors.ts'
import type { WebhookEventName } from '../../contract/gateways/delivery.ts'
import { type Clock, toIso } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { Listened } from './instance-device.ts'
import type { InstanceEvent, WebhookOutbox } from './webhook-outbox.ts'
import type { Outbox } from './webhook-outbox-store.ts'
import { isChosen } from './webhook-target.ts'

type FedEventSource = Pick<InstanceEvent, 'event' | 'data'>

export type InstanceFeed = ReturnType<typeof createInstanceFeed>

/** An event as a socket gets it: a webhook's body, but for the address of a webhook. */
export type FedEvent = {
  readonly event: WebhookEventName
  readonly instance: string
  readonly data: unknown
  readonly server_url: string
  readonly date_time: string
  readonly sender?: string
  readonly apikey: string
}

/** Takes events for sockets that are open at the moment; nothing is kept for others. */
export type InstanceListener = {
  wants(place: Outbox): boolean
  /** `isChosen`: sockets that listen to this instance alone are to get the event, too. */
  take(place: Outbox, event: FedEvent, isChosen: boolean): void
  /** Lets go of the sockets that listened to an instance that is gone. */
  gone(place: Outbox): void
}

/** The feed of the instances that are at home in this process. */
export type HomeFeed = Pick<InstanceFeed, 'join'> & {
  /** Aborted once no more events are emitted here. */
  readonly ended: AbortSignal
}

/** Emits the events of instances to their webhooks, and to those who listen at the moment. */
export function createInstanceFeed({
  outbox,
  findListened,
  gatewayUrl,
  clock,
  onFault,
}: {
  readonly outbox: Pick<WebhookOutbox, 'emit'>
  readonly findListened: (place: Outbox) => Promise<Listened>
  readonly gatewayUrl: () => string
  readonly clock: Pick<Clock, 'now'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const listeners = new Set<InstanceListener>()
  /** Keeps the events of an instance in the order in which they happened. */
  const inTurn = createSerial()

  return { emit, end, join }

  /** Adds a listener. @returns removes it */
  function join(listener: InstanceListener): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function listenersOf(place: Outbox): readonly InstanceListener[] {
    return [...listeners].filter((listener) => listener.wants(place))
  }

  /** Resolves as the outbox does: nobody waits for the listeners. */
  async function emit(place: Outbox, event: InstanceEvent): Promise<void> {
    feed(place, event)
    await outbox.emit(place, event)
  }

  function feed(place: Outbox, event: FedEventSource): void {
    const wanting = listenersOf(place)
    if (wanting.length === 0) return
    const at = toIso(clock.now())
    later(place, async () =>
      feedNow(wanting, { place, event, at, listened: await findListened(place) }),
    )
  }

  /**
   * Sends listeners the last events of an instance while it is still known, and lets go of them.
   */
  async function end(
    place: Outbox,
    ownJid: string | null,
    farewell: readonly FedEventSource[],
  ): Promise<void> {
    const wanting = listenersOf(place)
    if (wanting.length === 0) return
    const { facts, websocket } = await findListened(place)
    const listened = { websocket, facts: { ...facts, ownJid } }
    const at = toIso(clock.now())
    later(place, async () => {
      for (const event of farewell) await feedNow(wanting, { place, event, at, listened })
      for (const listener of wanting) listener.gone(place)
    })
  }

  function later(place: Outbox, work: () => Promise<void>): void {
    inTurn(`${place.userId}/${place.instance}`, work).catch((error) => {
      // The instance was removed before its event was made.
      if (error instanceof AppError && error.code === 'device_not_found') return
      onFault(error, `sockets of ${place.instance}`)
    })
  }

  async function feedNow(
    wanting: readonly InstanceListener[],
    {
      place,
      event: { event, data: make },
      listened: { facts, websocket },
      at,
    }: {
      readonly place: Outbox
      readonly event: FedEventSource
      readonly listened: Listened
      readonly at: string
    },
  ): Promise<void> {
    const data = await make(facts)
    if (data === undefined) return
    const { ownJid, token } = facts
    const fed: FedEvent = {
      ...{ event, instance: place.instance, data, server_url: gatewayUrl(), date_time: at },
      ...(ownJid !== null && { sender: ownJid }),
      apikey: token,
    }
    const isForAll = websocket !== null && isChosen(websocket, event)
    for (const listener of wanting) listener.take(place, fed, isForAll)
  }
}
