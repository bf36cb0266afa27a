import { z } from 'zod'
import { deviceApi } from '../../contract/api/device-api.ts'
import type { Device } from '../../contract/devices/device.ts'
import { type DeviceCheck, DeviceCheckJson } from '../../contract/devices/device-check.ts'
import { describeRestriction } from '../../contract/devices/device-standing.ts'
import { formatCount, formatPhone } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { getDevice } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'
import { withEnd } from './reason.ts'

/** Looks at one device on WhatsApp's server: nobody is written to or looked up. */
export async function checkDevice(context: Context, target: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const { deviceId, nodeName } = await getDevice(client, target)
  const check = await client.call(deviceApi.checkDevice, { params: { id: deviceId } })
  const value = {
    ...z.encode(DeviceCheckJson, check),
    ...(nodeName !== undefined && { node: nodeName }),
  }
  context.terminal.answer(value, () => formatCheck(context, { ...check, nodeName }))
  return ExitCode.done
}

export function formatCheck(
  { terminal }: Context,
  { nodeName, ...check }: DeviceCheck & Pick<Device, 'nodeName'>,
): string {
  return formatRecord(terminal, [
    ['Número', check.phone === null ? UNKNOWN : formatPhone(check.phone)],
    ...(nodeName === undefined ? [] : [['Servidor', nodeName] as const]),
    ['Número no WhatsApp', numberLabels[check.ownNumber]],
    ['Versão do WhatsApp Web', check.clientVersion],
    ['Nome da conta', check.hasName ? 'conhecido' : 'ainda não conhecido'],
    ['Endereços', addressingLabels[check.addressing]],
    ['Primeiras mensagens', describeLock(check.lock)],
    ['Conversas novas', describeNewChats(check.newChats)],
    ['Aparelhos da conta', describeDevices(check.ownDevices)],
  ])
}

const UNKNOWN = 'o WhatsApp não respondeu'

const numberLabels: Readonly<Record<DeviceCheck['ownNumber'], string>> = {
  found: 'encontrado',
  absent: 'não encontrado',
  unknown: UNKNOWN,
}

const addressingLabels: Readonly<Record<DeviceCheck['addressing'], string>> = {
  lid: 'por LID (conta migrada)',
  pn: 'por número (conta não migrada)',
  unknown: 'ainda não se sabe: por LID',
}

function describeLock(lock: DeviceCheck['lock']): string {
  if (lock === null) return UNKNOWN
  if (!lock.isActive) return 'liberadas'
  return withEnd(describeRestriction(lock.kind ?? ''), lock.until)
}

function describeNewChats(cap: DeviceCheck['newChats']): string {
  if (cap === null) return UNKNOWN
  if (cap.total === null) return 'sem limite'
  const end = cap.cycleEndsAt === null ? '' : `, até ${formatTime(cap.cycleEndsAt)}`
  return `${formatCount(cap.used)} de ${formatCount(cap.total)} no ciclo${end}`
}

function describeDevices(devices: DeviceCheck['ownDevices']): string {
  if (devices === null) return UNKNOWN
  return devices
    .map(({ id, isThis }) => (id === 0 ? 'celular' : `${id}${isThis ? ' (este)' : ''}`))
    .join(', ')
}
