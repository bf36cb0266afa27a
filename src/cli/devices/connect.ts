import { z } from 'zod'
import { deviceApi } from '../../contract/api/device-api.ts'
import { serviceApi } from '../../contract/api/service-api.ts'
import { consoleRoutes } from '../../contract/console-routes.ts'
import {
  type Device,
  DeviceId,
  DeviceJson,
  DeviceStatus,
  isRetrying,
} from '../../contract/devices/device.ts'
import { formatPhone } from '../../contract/display.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import { listenForEvents } from '../live.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { CommandError, ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { askText } from '../terminal/prompt.ts'
import { createPairingScreen } from './pairing-screen.ts'
import { createPasskeyHelp } from './passkey.ts'
import { explainReason } from './reason.ts'

export type ConnectOptions = CommonOptions & {
  readonly name?: string
  readonly pairingCode?: boolean
  readonly phone?: string
  readonly scan?: boolean
  /** False: answers with what a phone has to read, and does not wait for it. */
  readonly wait?: boolean
}

const notAPhone = errorCatalogue.invalid_phone.text

/** WhatsApp stops renewing a code after about two minutes; by then the server has said so. */
const WAIT_LIMIT_MS = 5 * 60_000
/** With a passkey WhatsApp itself waits for ten minutes, and two more. */
const PASSKEY_WAIT_LIMIT_MS = 15 * 60_000
/** A disconnection older than this call may still be on show for a moment. */
const SETTLE_MS = 3_000

export async function connectDevice(
  context: Context,
  target: string,
  options: ConnectOptions,
): Promise<ExitCode> {
  if (options.phone !== undefined && !options.pairingCode) {
    throw wrongUsage('A opção --phone vale junto com --pairing-code.')
  }
  if (options.wait === false && options.scan) {
    throw wrongUsage('Use --no-wait ou --scan, não os dois.')
  }
  const deviceId = toDeviceId(target)
  const pairing = options.pairingCode
    ? { pairingCode: true, phone: await choosePhone(context, target, options) }
    : {}
  const client = await connectSignedIn(context)
  if (options.scan) await requireSimulator(client)
  const { status } = await namingOptions({ connectionName: '--name' }, () =>
    client.call(deviceApi.connectDevice, {
      body: { deviceId, connectionName: options.name, ...pairing },
    }),
  )
  const wasConnected = status === DeviceStatus.connected
  const { device, code } = await waitForPhone(context, client, { deviceId, options })
  if (code) {
    const { qr, pairingCode: pairing_code } = code
    const value = { ...z.encode(DeviceJson, device), qr, pairing_code }
    context.terminal.answer(value, () => pairing_code ?? qr ?? '')
    return ExitCode.done
  }
  context.terminal.answer(z.encode(DeviceJson, device), () => {
    const phone = device.phone === null ? '' : ` (${formatPhone(device.phone)})`
    return wasConnected
      ? `"${device.connectionName}"${phone} já estava conectado.`
      : `"${device.connectionName}"${phone} conectado.`
  })
  return ExitCode.done
}

/** A phone number may come as people write it; anything else is taken as it is. */
function toDeviceId(target: string): string {
  const isPhone = /^\+?[\d\s().-]+$/.test(target)
  const parsed = DeviceId.safeParse(isPhone ? target.replace(/\D/g, '') : target)
  if (parsed.success) return parsed.data
  throw wrongUsage(parsed.error.issues[0]?.message ?? 'Identificador inválido.')
}

/** The number that a pairing code is for: the id is one, or it has to be said. */
async function choosePhone(
  context: Context,
  target: string,
  { phone }: ConnectOptions,
): Promise<string> {
  const ofTarget = parsePhone(target)
  if (phone === undefined && ofTarget.ok) return ofTarget.phone
  if (phone === undefined && !context.terminal.isInteractive) {
    throw wrongUsage(
      'O código de pareamento é para um número de celular: informe-o em --phone, com DDD.',
    )
  }
  const written =
    phone ??
    (await askText(context, {
      message: 'Número do celular, com DDD:',
      flag: '--phone',
      refuse: (text) => (parsePhone(text).ok ? undefined : notAPhone),
    }))
  const parsed = parsePhone(written)
  if (parsed.ok) return parsed.phone
  throw wrongUsage(`--phone: ${notAPhone}`)
}

async function requireSimulator(client: Client): Promise<void> {
  const { simulator } = await client.call(serviceApi.health, {})
  if (!simulator) {
    throw new CommandError('A opção --scan só existe com o servidor em modo simulador.')
  }
}

type Wanted = { readonly deviceId: string; readonly options: ConnectOptions }

type Code = { readonly qr: string | null; readonly pairingCode: string | null }

/** Waits until the device is connected, or only until there is a code to connect it with. */
async function waitForPhone(
  context: Context,
  client: Client,
  { deviceId, options }: Wanted,
): Promise<{ readonly device: Device; readonly code?: Code }> {
  const { terminal, signal } = context
  const startedAtMs = performance.now()
  const elapsedMs = () => performance.now() - startedAtMs
  let limitMs = WAIT_LIMIT_MS
  const passkeyHelp = createPasskeyHelp(context, client, deviceId)
  const screen = createPairingScreen(terminal, `${client.url}${consoleRoutes.connections}`)
  const events = listenForEvents(
    client,
    signal,
    (event) => event.type === 'device' && event.id === deviceId,
  )
  let isScanned = false
  try {
    for (;;) {
      const device = await readDevice(client, deviceId)
      if (device.status === DeviceStatus.connected) return { device }
      if (device.status === DeviceStatus.disconnected && elapsedMs() > SETTLE_MS) {
        refuseUnlessRetrying(device)
      }
      if (device.status === DeviceStatus.pending) {
        const code = await client.call(deviceApi.deviceQr, { params: { id: deviceId } })
        const wanted = options.pairingCode ? code.pairingCode : code.qr
        if (options.wait === false && wanted !== null) return { device, code }
        if (code.passkey) {
          limitMs = PASSKEY_WAIT_LIMIT_MS
          await passkeyHelp.handle(code.passkey)
        } else if (options.pairingCode) screen.showCode(code.pairingCode)
        else if (!options.scan) await screen.showQr(code.qr)
        else if (!isScanned && code.qr !== null) {
          isScanned = true
          await client.call(serviceApi.simulatorScan, { body: { deviceId } })
        }
      } else screen.showWaiting()
      if (elapsedMs() > limitMs) throw waitedTooLong(device, limitMs)
      await events.next()
    }
  } finally {
    events.stop()
  }
}

async function readDevice(client: Client, deviceId: string): Promise<Device> {
  const { devices } = await client.call(deviceApi.listDevices, {})
  const device = devices.find((one) => one.deviceId === deviceId)
  if (device) return device
  throw new CommandError('A conexão foi excluída enquanto se esperava por ela.')
}

function refuseUnlessRetrying(device: Device): void {
  if (isRetrying(device.reasonCode)) return
  const why = explainReason(device) || 'A conexão foi encerrada.'
  throw new CommandError(why, { code: 'device_not_connected' })
}

function waitedTooLong({ reason }: Device, limitMs: number): CommandError {
  const why = reason === null ? '' : ` ${reason}`
  return new CommandError(`A conexão não se completou em ${limitMs / 60_000} minutos.${why}`, {
    code: 'device_not_connected',
  })
}
