import { AppError } from '../../contract/errors.ts'
import { type InstanceSettings, unsetSettings } from '../../contract/gateways/evolution-settings.ts'
import type { WebhookChange } from '../../contract/gateways/evolution-webhook.ts'
import type { InstanceWebsocket } from '../../contract/gateways/evolution-websocket.ts'
import type { InstanceWebhook } from '../../contract/gateways/gateway.ts'
import { toIso } from '../clock.ts'
import { type KeyedStore, type KeysOf, TakenError } from '../store.ts'
import type { SigningSecret } from '../webhooks/secrets/signing-secret.ts'

export type Instances = Awaited<ReturnType<typeof createInstances>>

/** An instance as it is stored: the part of a device that only `evolution` knows. */
export type InstanceRecord = {
  /** The device's id, which is the instance's name. */
  readonly id: string
  /** Made up here, since clients of gateways expect an id that is not the name. */
  readonly instanceId: string
  /** Opens this instance's calls and no others'. */
  readonly token: string
  readonly integration: string
  /** The number given when the instance was created. */
  readonly number: string | null
  readonly webhook: KeptWebhook | null
  /** Signs the events of its webhook; left out: its token does. */
  readonly signing?: SigningSecret
  /** Which events the sockets that listen to it get; null: nobody has chosen. */
  readonly websocket: KeptWebsocket | null
  readonly settings: InstanceSettings
  readonly createdAt: string
  readonly updatedAt: string
}

type KeptSetting = { readonly id: string; readonly createdAt: string; readonly updatedAt: string }
export type KeptWebhook = InstanceWebhook & KeptSetting
type KeptWebsocket = InstanceWebsocket & KeptSetting

export type InstanceStore = KeyedStore<InstanceRecord, 'token'>

/** One user may give a token to several instances; two users may not share it. */
export const instanceKeys: KeysOf<InstanceRecord, 'token'> = ({ token }) => [['token', token]]

export type InstanceFields = Partial<
  Pick<InstanceRecord, 'token' | 'integration' | 'number' | 'settings'>
>

/** The instances that one token opens; all of them belong to one user. */
export type TokenHolder = { readonly userId: string; readonly names: ReadonlySet<string> }

/** Finds whose instances a token opens. */
export function tokenHolders(store: Pick<InstanceStore, 'findBy'>) {
  return { findByToken }

  async function findByToken(token: string): Promise<TokenHolder | undefined> {
    const found = await store.findBy('token', token)
    const [first] = found
    return first && { userId: first.userId, names: new Set(found.map(({ record }) => record.id)) }
  }
}

const DEFAULT_INTEGRATION = 'WHATSAPP-BAILEYS'
/**
 * Records that are held in memory, among them names that nothing has; with more, all are read anew.
 */
const KEPT = 10_000

/**
 * The instances of `evolution`. A device that was added elsewhere becomes an instance on first use,
 * and a removed device takes its instance along. Every event of a device asks for its instance: the
 * records are kept at hand, as nobody else changes them while their account is at home here.
 */
export async function createInstances({
  store,
  hasDevice,
  newId,
  newToken,
  now,
}: {
  readonly store: InstanceStore
  readonly hasDevice: (userId: string, deviceId: string) => Promise<boolean>
  readonly newId: () => string
  readonly newToken: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  for (const { userId, record } of await store.listAll()) {
    // A crash may have come between the removal of the device and that of its instance.
    if (!(await hasDevice(userId, record.id))) await store.remove(userId, record.id)
  }

  const { findByToken } = tokenHolders(store)
  const kept = new Map<string, Promise<InstanceRecord | undefined>>()

  return {
    ...{ find, ensure, settings, setSettings, setWebhook, setSigning, setWebsocket },
    ...{ remove, findByToken, checkToken },
  }

  function find(userId: string, deviceId: string): Promise<InstanceRecord | undefined> {
    const key = keyOf(userId, deviceId)
    const known = kept.get(key)
    if (known) return known
    const asked = store.find(userId, deviceId)
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, asked)
    asked.catch(() => forget(userId, deviceId))
    return asked
  }

  /** Drops a held record after a change: it was read before, or while the change was made. */
  function forget(userId: string, deviceId: string): void {
    kept.delete(keyOf(userId, deviceId))
  }

  /**
   * Returns the instance of a device, and creates it where there is none; `fields` apply only then.
   * @throws AppError `device_not_found`, `token_taken`
   */
  async function ensure(
    userId: string,
    deviceId: string,
    fields: InstanceFields = {},
  ): Promise<InstanceRecord> {
    const known = await find(userId, deviceId)
    if (known) return known
    if (!(await hasDevice(userId, deviceId))) throw new AppError('device_not_found', deviceId)
    const record = newRecord(deviceId, fields)
    // Where another call was first, its record counts.
    if (!(await add(userId, record))) return ensure(userId, deviceId, fields)
    if (await hasDevice(userId, deviceId)) return record
    // The device was removed meanwhile, and found no instance to take along.
    await remove(userId, deviceId)
    throw new AppError('device_not_found', deviceId)
  }

  async function add(userId: string, record: InstanceRecord): Promise<boolean> {
    try {
      return await store.create(userId, record)
    } catch (error) {
      throw error instanceof TakenError ? new AppError('token_taken', userId) : error
    } finally {
      forget(userId, record.id)
    }
  }

  /** How an instance behaves; one without a record does nothing by itself. */
  async function settings(userId: string, deviceId: string): Promise<InstanceSettings> {
    return (await find(userId, deviceId))?.settings ?? unsetSettings
  }

  /**
   * Fields that are left out stay as they are.
   * @throws AppError `device_not_found`
   */
  function setSettings(
    userId: string,
    deviceId: string,
    changes: Partial<InstanceSettings>,
  ): Promise<InstanceRecord> {
    return change(userId, deviceId, (record) => ({
      ...record,
      settings: { ...record.settings, ...changes },
      updatedAt: toIso(now()),
    }))
  }

  /**
   * Fields that are left out stay as they are.
   * @throws AppError `device_not_found`
   */
  function setWebhook(
    userId: string,
    deviceId: string,
    changes: WebhookChange,
  ): Promise<InstanceRecord> {
    return change(userId, deviceId, (record) => ({
      ...record,
      webhook: { ...merge(changes, record.webhook), ...stamped(record.webhook) },
    }))
  }

  /** @throws AppError `device_not_found` */
  function setSigning(
    userId: string,
    deviceId: string,
    make: (before: InstanceRecord) => SigningSecret,
  ): Promise<InstanceRecord> {
    return change(userId, deviceId, (record) => ({ ...record, signing: make(record) }))
  }

  /** @throws AppError `device_not_found` */
  function setWebsocket(
    userId: string,
    deviceId: string,
    websocket: InstanceWebsocket,
  ): Promise<InstanceRecord> {
    return change(userId, deviceId, (record) => ({
      ...record,
      websocket: { ...websocket, ...stamped(record.websocket) },
    }))
  }

  function stamped(before: KeptSetting | null): KeptSetting {
    const updatedAt = toIso(now())
    const { id = newId(), createdAt = updatedAt } = before ?? {}
    return { id, createdAt, updatedAt }
  }

  async function change(
    userId: string,
    deviceId: string,
    make: (record: InstanceRecord) => InstanceRecord,
  ): Promise<InstanceRecord> {
    await ensure(userId, deviceId)
    const updated = store.update(userId, deviceId, make)
    const changed = await updated.finally(() => forget(userId, deviceId))
    if (!changed) throw new AppError('device_not_found', deviceId)
    return changed
  }

  /** Removes the instance of a removed device; its token opens nothing from then on. */
  async function remove(userId: string, deviceId: string): Promise<void> {
    await store.remove(userId, deviceId).finally(() => forget(userId, deviceId))
  }

  /**
   * Checks a token: one user may give it to several instances, two users may not share it.
   * @throws AppError `token_taken`
   */
  async function checkToken(userId: string, token: string): Promise<void> {
    const holder = await findByToken(token)
    if (holder && holder.userId !== userId) throw new AppError('token_taken', userId)
  }

  function newRecord(deviceId: string, fields: InstanceFields): InstanceRecord {
    const createdAt = toIso(now())
    return {
      id: deviceId,
      instanceId: newId(),
      token: fields.token ?? newToken(),
      integration: fields.integration ?? DEFAULT_INTEGRATION,
      number: fields.number ?? null,
      webhook: null,
      websocket: null,
      settings: fields.settings ?? unsetSettings,
      createdAt,
      updatedAt: createdAt,
    }
  }
}

function keyOf(userId: string, deviceId: string): string {
  return `${userId} ${deviceId}`
}

function merge(change: WebhookChange, kept: InstanceWebhook | null): InstanceWebhook {
  return {
    enabled: change.enabled,
    url: change.url,
    byEvents: change.byEvents ?? kept?.byEvents ?? false,
    base64: change.base64 ?? kept?.base64 ?? false,
    headers: change.headers === undefined ? (kept?.headers ?? null) : change.headers,
    events: [...change.events],
  }
}
