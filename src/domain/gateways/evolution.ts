import { DeviceStatus } from '../../contract/devices/device.ts'
import { AppError } from '../../contract/errors.ts'
import {
  type EvolutionInstanceBody,
  type EvolutionInstancesQuery,
  INTEGRATION,
  type InstanceState,
} from '../../contract/gateways/evolution.ts'
import type { InstanceSettings } from '../../contract/gateways/evolution-settings.ts'
import type { WebhookChange } from '../../contract/gateways/evolution-webhook.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { QR_WAIT_MS } from '../../contract/limits.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../clock.ts'
import type { DeviceRecord } from '../devices/device-record.ts'
import type { Devices } from '../devices/devices.ts'
import type { Messenger } from '../messenger.ts'
import type { MessageCounts, WebhookMessageStore } from '../webhooks/webhook-message-store.ts'
import { createGatewayAccess, type GatewayCaller } from './gateway-access.ts'
import { mannerOf } from './instance-manners.ts'
import type { InstanceRecord, Instances } from './instances.ts'

export type Evolution = ReturnType<typeof createEvolution>

export type EvolutionNeeds = {
  readonly accounts: Pick<Accounts, 'authenticate' | 'isAlone'>
  readonly devices: Pick<
    Devices,
    'add' | 'connect' | 'detail' | 'list' | 'logOut' | 'remove' | 'restart'
  >
  readonly instances: Instances
  readonly messages: Pick<WebhookMessageStore, 'counts'>
  readonly act: Messenger['act']
  /** Publishes that an instance was made; resolves once its subscribers have kept it. */
  readonly onCreated: (userId: string, deviceId: string) => Promise<void>
  readonly clock: Clock
}

/** An instance as its owner sees it: its record, its device, and the state of the connection. */
export type Instance = {
  readonly record: InstanceRecord
  readonly device: DeviceRecord
  readonly state: InstanceState
}

/** The codes that link a phone to an instance; each is null while there is none to show. */
export type InstanceCode = {
  readonly qr: string | null
  readonly pairingCode: string | null
  readonly count: number
}

const LOOK_AGAIN_MS = 50

/** Shorter tokens can be found by trying. */
const GUESSED_TOKEN_LENGTH = 16
const shortToken = `Há outras contas neste servidor: o token precisa ter pelo menos ${GUESSED_TOKEN_LENGTH} caracteres.`

/** Presents a user's devices as instances, for clients of Evolution API. */
export function createEvolution({
  accounts,
  devices,
  instances,
  messages,
  act,
  onCreated,
  clock,
}: EvolutionNeeds) {
  const { admit, getName, ownerOnly } = createGatewayAccess({ accounts, instances })

  return {
    admit,
    list,
    create,
    connect,
    restart,
    find: getInstance,
    logOut,
    remove,
    setWebhook,
    findWebhook,
    setSettings,
  }

  /** @throws AppError `device_not_found` where a filter matches nothing */
  async function list(
    caller: GatewayCaller,
    { instanceName, instanceId, number }: EvolutionInstancesQuery,
  ): Promise<readonly (Instance & { readonly counts: MessageCounts })[]> {
    const { userId } = caller
    const names = instanceName ? [instanceName] : await namesOf(caller)
    const all = await Promise.all(names.map((name) => getInstance(caller, name)))
    const found = all.filter(
      ({ record, device }) =>
        (!instanceId || record.instanceId === instanceId) &&
        (!number || record.number === number || device.phone === number),
    )
    if (found.length === 0 && (instanceName || instanceId || number)) {
      throw new AppError('device_not_found', instanceName || instanceId || 'by a number')
    }
    return Promise.all(
      found.map(async (instance) => {
        const instanceKey = { gatewayId: OWN_GATEWAY_ID, instance: instance.record.id }
        return { ...instance, counts: await messages.counts(userId, instanceKey) }
      }),
    )
  }

  async function namesOf({ userId, names }: GatewayCaller): Promise<readonly string[]> {
    const all = (await devices.list(userId)).map(({ deviceId }) => deviceId)
    return names === null ? all : all.filter((name) => names.has(name))
  }

  /** @throws AppError `device_taken`, `token_taken`, `integration_unknown` */
  async function create(
    caller: GatewayCaller,
    {
      name,
      integration,
      token,
      number,
      wantsQr,
      webhook,
      websocket,
      settings,
    }: EvolutionInstanceBody,
    signal: AbortSignal,
  ): Promise<Instance & { readonly code: InstanceCode | null }> {
    const userId = ownerOnly(caller)
    if (integration !== INTEGRATION) throw new AppError('integration_unknown', `${integration}`)
    if (token !== undefined) await refuseToken(userId, token)
    await devices.add(userId, name)
    await instances.ensure(userId, name, {
      integration,
      settings,
      ...(token !== undefined && { token }),
      ...(number !== undefined && { number }),
    })
    if (webhook) await instances.setWebhook(userId, name, webhook)
    if (websocket) await instances.setWebsocket(userId, name, websocket)
    await onCreated(userId, name)
    const code = wantsQr ? await pair(userId, { name, number, signal }) : null
    return { ...(await getInstance(caller, name)), code }
  }

  /**
   * Refuses the user's own apikey as a token: tokens appear in webhook bodies, and that key opens
   * everything. Among several accounts a short one is refused too: whoever tries some would find
   * somebody else's, by the refusal of one that is taken.
   */
  async function refuseToken(userId: string, token: string): Promise<void> {
    if (token.length < GUESSED_TOKEN_LENGTH && !(await accounts.isAlone())) {
      const details = [{ path: 'token', message: shortToken }]
      throw new AppError('invalid', 'a token that can be guessed', { details })
    }
    await instances.checkToken(userId, token)
    const isKey = await accounts.authenticate({ kind: 'apikey', key: token })
    if (isKey) throw new AppError('token_taken', 'an apikey')
  }

  /** Returns null for an instance that is connected already. */
  async function connect(
    caller: GatewayCaller,
    name: string,
    { number, signal }: { readonly number: string | undefined; readonly signal: AbortSignal },
  ): Promise<InstanceCode | null> {
    const { state } = await getInstance(caller, name)
    return state === 'open' ? null : pair(caller.userId, { name, number, signal })
  }

  /** Returns the code where the instance needs one, null where it is connected or on its way. */
  async function restart(
    caller: GatewayCaller,
    name: string,
    signal: AbortSignal,
  ): Promise<InstanceCode | null> {
    const { record, device } = await getInstance(caller, name)
    await devices.restart(caller.userId, record.id)
    const code = await waitForCode(caller.userId, record.id, signal)
    return device.phone !== null && code?.qr === null && code.pairingCode === null ? null : code
  }

  async function pair(
    userId: string,
    {
      name,
      number,
      signal,
    }: {
      readonly name: string
      readonly number: string | undefined
      readonly signal: AbortSignal
    },
  ): Promise<InstanceCode | null> {
    const phone = /^\d*/.exec(number ?? '')?.[0]
    await devices.connect(
      userId,
      phone ? { deviceId: name, pairingCode: true, phone } : { deviceId: name },
    )
    return waitForCode(userId, name, signal)
  }

  /**
   * Waits for a code to show. Resolves to null once the instance is connected, and without a code
   * where it takes too long.
   */
  async function waitForCode(
    userId: string,
    name: string,
    signal: AbortSignal,
  ): Promise<InstanceCode | null> {
    // Counted, not read from the clock, which somebody may set back meanwhile.
    for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
      const { live } = await devices.detail(userId, name)
      if (live.status === DeviceStatus.connected) return null
      const { qr, pairingCode, qrCount } = live
      if (qr !== null || pairingCode !== null) return { qr, pairingCode, count: qrCount }
      if (signal.aborted || waitedMs >= QR_WAIT_MS) return { qr, pairingCode, count: 0 }
      await new Promise<void>((resolve) => clock.after(LOOK_AGAIN_MS, resolve))
    }
  }

  /**
   * Finds one instance, if the caller's key opens it.
   * @throws AppError `apikey_refused`, `invalid` for a malformed name, `device_not_found`
   */
  async function getInstance(caller: GatewayCaller, name: string): Promise<Instance> {
    const deviceId = getName(caller, name)
    const { record: device, live } = await devices.detail(caller.userId, deviceId)
    const record = await instances.ensure(caller.userId, deviceId)
    return { record, device, state: states[live.status] }
  }

  /** @throws AppError `device_not_connected`, `device_busy` */
  async function logOut(
    caller: GatewayCaller,
    name: string,
    options: { readonly force: boolean },
  ): Promise<void> {
    await devices.logOut(caller.userId, getName(caller, name), options)
  }

  /** @throws AppError `device_busy` */
  async function remove(
    caller: GatewayCaller,
    name: string,
    options: { readonly force: boolean },
  ): Promise<void> {
    await devices.remove(caller.userId, getName(caller, name), options)
  }

  async function setWebhook(
    caller: GatewayCaller,
    name: string,
    change: WebhookChange,
  ): Promise<InstanceRecord> {
    const { record } = await getInstance(caller, name)
    return instances.setWebhook(caller.userId, record.id, change)
  }

  /**
   * Changes the given settings only. The device follows them at once where it is connected, else
   * from its next connection on.
   */
  async function setSettings(
    caller: GatewayCaller,
    name: string,
    changes: Partial<InstanceSettings>,
  ): Promise<void> {
    const { device } = await getInstance(caller, name)
    const { settings } = await instances.setSettings(caller.userId, name, changes)
    await act(device.key, { kind: 'manner', manner: mannerOf(settings) })
  }

  async function findWebhook(caller: GatewayCaller, name: string): Promise<InstanceRecord> {
    return (await getInstance(caller, name)).record
  }
}

const states: Readonly<Record<DeviceStatus, InstanceState>> = {
  connected: 'open',
  connecting: 'connecting',
  pending: 'connecting',
  disconnected: 'close',
}
