import { AppError } from '../../contract/errors.ts'
import { type InstanceSettings, unsetSettings } from '../../contract/gateways/evolution-settings.ts'
import type { InstanceWebhook } from '../../contract/gateways/gateway.ts'
import { toIso } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'

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
  readonly settings: InstanceSettings
  readonly createdAt: string
  readonly updatedAt: string
}

export type KeptWebhook = InstanceWebhook & {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type InstanceFields = Partial<
  Pick<InstanceRecord, 'token' | 'integration' | 'number' | 'settings'>
>

/** The instances that one token opens; all of them belong to one user. */
export type TokenHolder = { readonly userId: string; readonly names: ReadonlySet<string> }

const DEFAULT_INTEGRATION = 'WHATSAPP-BAILEYS'

/**
 * The instances of `evolution`. A device that was added elsewhere becomes an instance on first use,
 * and a removed device takes its instance along.
 */
export async function createInstances({
  store,
  hasDevice,
  newId,
  newToken,
  hashToken,
  now,
}: {
  readonly store: OwnedStore<InstanceRecord>
  readonly hasDevice: (userId: string, deviceId: string) => Promise<boolean>
  readonly newId: () => string
  readonly newToken: () => string
  /**
   * One-way: holders are looked up by the token's hash, so that response times reveal nothing about
   * it.
   */
  readonly hashToken: (token: string) => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const byToken = new Map<string, { readonly userId: string; readonly names: Set<string> }>()
  const serially = createSerial()

  for (const { userId, record } of await store.listAll()) {
    // A crash may have come between the removal of the device and that of its instance.
    if (await hasDevice(userId, record.id)) index(userId, record)
    else await store.remove(userId, record.id)
  }

  return { find, ensure, settings, setSettings, setWebhook, remove, findByToken, checkToken }

  function find(userId: string, deviceId: string): Promise<InstanceRecord | undefined> {
    return store.find(userId, deviceId)
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
    const known = await store.find(userId, deviceId)
    if (known) return known
    return serially(`${userId}/${deviceId}`, async () => {
      const made = await store.find(userId, deviceId)
      if (made) return made
      if (!(await hasDevice(userId, deviceId))) throw new AppError('device_not_found', deviceId)
      const record = newRecord(deviceId, fields)
      checkToken(userId, record.token)
      index(userId, record)
      await store.save(userId, record)
      return record
    })
  }

  /** How an instance behaves; one that was never asked for does nothing by itself. */
  async function settings(userId: string, deviceId: string): Promise<InstanceSettings> {
    return (await store.find(userId, deviceId))?.settings ?? unsetSettings
  }

  /**
   * What is not said stays as it is.
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

  /** @throws AppError `device_not_found` */
  function setWebhook(
    userId: string,
    deviceId: string,
    webhook: InstanceWebhook,
  ): Promise<InstanceRecord> {
    return change(userId, deviceId, (record) => {
      const updatedAt = toIso(now())
      const { id = newId(), createdAt = updatedAt } = record.webhook ?? {}
      return { ...record, webhook: { ...webhook, id, createdAt, updatedAt } }
    })
  }

  async function change(
    userId: string,
    deviceId: string,
    make: (record: InstanceRecord) => InstanceRecord,
  ): Promise<InstanceRecord> {
    await ensure(userId, deviceId)
    return serially(`${userId}/${deviceId}`, async () => {
      const record = await store.find(userId, deviceId)
      if (!record) throw new AppError('device_not_found', deviceId)
      const changed = make(record)
      await store.save(userId, changed)
      return changed
    })
  }

  /** Removes the instance of a removed device; its token opens nothing from then on. */
  async function remove(userId: string, deviceId: string): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await store.find(userId, deviceId)
      if (!record) return
      unindex(record)
      await store.remove(userId, deviceId)
    })
  }

  function findByToken(token: string): TokenHolder | undefined {
    return byToken.get(hashToken(token))
  }

  /**
   * Checks a token: one user may give it to several instances, two users may not share it.
   * @throws AppError `token_taken`
   */
  function checkToken(userId: string, token: string): void {
    const holder = findByToken(token)
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
      settings: fields.settings ?? unsetSettings,
      createdAt,
      updatedAt: createdAt,
    }
  }

  function index(userId: string, { id, token }: InstanceRecord): void {
    const hash = hashToken(token)
    const holder = byToken.get(hash) ?? { userId, names: new Set<string>() }
    holder.names.add(id)
    byToken.set(hash, holder)
  }

  function unindex({ id, token }: InstanceRecord): void {
    const hash = hashToken(token)
    const holder = byToken.get(hash)
    holder?.names.delete(id)
    if (holder?.names.size === 0) byToken.delete(hash)
  }
}
