import { AppError } from '../../contract/errors.ts'
import {
  type Gateway,
  type GatewayAnswer,
  type GatewayBody,
  OWN_GATEWAY_ID,
  OWN_GATEWAY_PATH,
} from '../../contract/gateways/gateway.ts'
import { toIso } from '../clock.ts'
import { addNew, type KeyedStore, type KeysOf } from '../store.ts'

export type Gateways = ReturnType<typeof createGateways>

/** A gateway as it is stored. `evolution` has no URL of its own: its address is the daemon's. */
export type GatewayRecord = {
  readonly id: string
  readonly url: string | null
  readonly apiKey: string | null
  /** Secret in the webhook's address that identifies this gateway of this user. */
  readonly webhookToken: string
  readonly createdAt: string
  /** When it last posted a readable event, to the minute; null: never. */
  readonly lastEventAt: string | null
}

type GatewayStore = KeyedStore<GatewayRecord, 'webhookToken'>

export const gatewayKeys: KeysOf<GatewayRecord, 'webhookToken'> = ({ webhookToken }) => [
  ['webhookToken', webhookToken],
]

export type GatewayCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments of the path, not yet escaped. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export type GatewayProxy = {
  /**
   * Calls a gateway and returns its answer.
   * @throws AppError `gateway_*`
   */
  call(
    gateway: { readonly url: string; readonly apiKey: string; readonly isOwn: boolean },
    call: GatewayCall,
    signal: AbortSignal,
  ): Promise<GatewayAnswer>
}

/** The gateway that a webhook's address stands for, and the token in that address. */
export type WebhookOwner = {
  readonly userId: string
  readonly gatewayId: string
  readonly token: string
}

/** Finds the gateway whose webhook a call came to. */
export function webhookOwners(store: Pick<GatewayStore, 'findBy'>) {
  return { findByToken }

  /** @throws AppError `webhook_not_found` */
  async function findByToken(token: string): Promise<WebhookOwner> {
    const [found] = await store.findBy('webhookToken', token)
    if (!found) throw new AppError('webhook_not_found', 'unknown token')
    return { userId: found.userId, gatewayId: found.record.id, token }
  }
}

const EVENT_NOTE_EVERY_MS = 60_000

type Owner = { readonly id: string; readonly apiKey: string }

export type GatewayNeeds = {
  readonly store: GatewayStore
  readonly proxy: GatewayProxy
  /** Called when a gateway was removed, so that its data elsewhere is removed as well. */
  readonly onRemoved: (userId: string, gatewayId: string) => Promise<void>
  readonly newId: () => string
  /** Makes an unguessable token of characters that an address may have. */
  readonly newToken: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Read each time: the port is known only once the server listens. */
  readonly publicUrl: () => string
}

/** The WhatsApp gateways of users; each user has `evolution` from the start. */
export function createGateways(needs: GatewayNeeds) {
  const { store } = needs
  return {
    list,
    listIds,
    create,
    remove,
    removeAll,
    ownWebhookUrl,
    resolve,
    findByToken: webhookOwners(store).findByToken,
    noteEvent,
    call,
  }

  /** Newest first; `evolution`, which is older than all others, comes last. */
  async function list(owner: Owner): Promise<readonly Gateway[]> {
    const own = await getOwn(owner.id)
    const others = (await store.list(owner.id)).filter(({ id }) => id !== OWN_GATEWAY_ID)
    return [...others, own].map((record) => toGateway(record, owner))
  }

  /** Ids of the user's gateways. */
  async function listIds(userId: string): Promise<readonly string[]> {
    const others = (await store.list(userId)).map(({ id }) => id)
    return [...others.filter((id) => id !== OWN_GATEWAY_ID), OWN_GATEWAY_ID]
  }

  async function create(owner: Owner, { url, apikey }: GatewayBody): Promise<Gateway> {
    const record = newRecord({ id: needs.newId(), url, apiKey: apikey })
    await addNew(store, owner.id, record)
    return toGateway(record, owner)
  }

  /** @throws AppError `gateway_not_found`, `gateway_own` */
  async function remove(userId: string, id: string): Promise<void> {
    if (id === OWN_GATEWAY_ID) throw new AppError('gateway_own', userId)
    if (!(await store.remove(userId, id))) throw new AppError('gateway_not_found', id)
    await needs.onRemoved(userId, id)
  }

  /** Removes all of a user's, `evolution` included. */
  async function removeAll(userId: string): Promise<void> {
    const ids = await listIds(userId)
    // Nobody knows the new addresses: events to the old ones would bring back what is being
    // removed.
    for (const id of ids) await store.update(userId, id, withNewToken)
    for (const id of ids) {
      // The gateway's data first: as long as the record is there, a start resumes the removal.
      await needs.onRemoved(userId, id)
      await store.remove(userId, id)
    }
  }

  async function ownWebhookUrl(userId: string): Promise<string> {
    return webhookUrl(await getOwn(userId))
  }

  /**
   * Returns the id of one of the user's gateways; `evolution` where none is named.
   * @throws AppError `gateway_not_found`
   */
  async function resolve(userId: string, id: string | undefined): Promise<string> {
    if (id === undefined || id === OWN_GATEWAY_ID) return OWN_GATEWAY_ID
    if (!(await store.find(userId, id))) throw new AppError('gateway_not_found', id)
    return id
  }

  /**
   * Notes that an event of the gateway has been kept. Saved at most once a minute, so that not
   * every event costs a change of the collection.
   */
  async function noteEvent({ userId, gatewayId, token }: WebhookOwner): Promise<void> {
    const nowMs = needs.now()
    let isGone = true
    await store.update(userId, gatewayId, (record) => {
      isGone = record.webhookToken !== token
      if (isGone) return undefined
      const isFresh = nowMs - Date.parse(record.lastEventAt ?? '') < EVENT_NOTE_EVERY_MS
      return isFresh ? undefined : { ...record, lastEventAt: toIso(nowMs) }
    })
    // Its data were removed while this event was being kept.
    if (isGone) await needs.onRemoved(userId, gatewayId)
  }

  /** @throws AppError `gateway_not_found`, or the code of the gateway's failure */
  async function call(
    owner: Owner,
    id: string,
    { signal, ...request }: GatewayCall & { readonly signal: AbortSignal },
  ): Promise<GatewayAnswer> {
    const record = id === OWN_GATEWAY_ID ? await getOwn(owner.id) : await store.find(owner.id, id)
    if (!record) throw new AppError('gateway_not_found', id)
    return needs.proxy.call(toGateway(record, owner), request, signal)
  }

  /** Creates the record on first use, once. */
  async function getOwn(userId: string): Promise<GatewayRecord> {
    const known = await store.find(userId, OWN_GATEWAY_ID)
    if (known) return known
    const record = newRecord({ id: OWN_GATEWAY_ID, url: null, apiKey: null })
    // Where another call was first, its record counts.
    return (await store.create(userId, record)) ? record : getOwn(userId)
  }

  function newRecord(fields: Pick<GatewayRecord, 'id' | 'url' | 'apiKey'>): GatewayRecord {
    const createdAt = toIso(needs.now())
    return { ...fields, webhookToken: needs.newToken(), createdAt, lastEventAt: null }
  }

  function withNewToken(record: GatewayRecord): GatewayRecord {
    return { ...record, webhookToken: needs.newToken() }
  }

  function webhookUrl({ webhookToken }: GatewayRecord): string {
    return `${needs.publicUrl()}/webhooks/${webhookToken}`
  }

  function toGateway(record: GatewayRecord, { apiKey }: Owner): Gateway {
    return {
      id: record.id,
      url: record.url ?? `${needs.publicUrl()}${OWN_GATEWAY_PATH}`,
      apiKey: record.apiKey ?? apiKey,
      webhookUrl: webhookUrl(record),
      createdAt: record.createdAt,
      lastEventAt: record.lastEventAt,
      isOwn: record.id === OWN_GATEWAY_ID,
    }
  }
}
