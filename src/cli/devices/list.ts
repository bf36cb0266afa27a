import { z } from 'zod'
import { deviceApi } from '../../contract/api/device-api.ts'
import { type Device, DeviceStatus, DevicesJson } from '../../contract/devices/device.ts'
import { describeRestriction } from '../../contract/devices/device-standing.ts'
import { formatCount, formatPhone } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { type Column, formatTable } from '../terminal/table.ts'
import { explainReason, withEnd } from './reason.ts'

const statusLabels: Record<DeviceStatus, string> = {
  [DeviceStatus.connected]: 'Conectado',
  [DeviceStatus.connecting]: 'Conectando',
  [DeviceStatus.pending]: 'Aguardando QR',
  [DeviceStatus.disconnected]: 'Desconectado',
}

export async function listDevices(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const answer = await client.call(deviceApi.listDevices, {})
  context.terminal.answer(z.encode(DevicesJson, answer).devices, () =>
    answer.devices.length === 0
      ? 'Nenhuma conexão ainda. Conecte um WhatsApp com: disparo devices connect <id>'
      : formatTable(context.terminal, answer.devices, columnsFor(answer.devices)),
  )
  return ExitCode.done
}

function columnsFor(devices: readonly Device[]): readonly Column<Device>[] {
  const hasNodes = devices.some(({ nodeName }) => nodeName !== undefined)
  return [
    { header: 'ID', value: ({ deviceId }) => deviceId },
    { header: 'Nome', value: (row) => row.connectionName, shrinksTo: 12 },
    { header: 'Status', value: ({ status }) => statusLabels[status] },
    {
      header: 'Número',
      value: ({ phone }) => (phone === null ? '–' : formatPhone(phone)),
      dropRank: 2,
    },
    ...(hasNodes ? [nodeColumn] : []),
    {
      header: 'Última atividade',
      value: (row) => formatTime(lastActivity(row)),
      dropRank: 4,
    },
    {
      header: '1ªs mensagens',
      value: ({ standing }) => describeFirstMessages(standing),
      dropRank: 5,
    },
    { header: 'Motivo', value: describeState, shrinksTo: 16, dropRank: 1 },
  ]
}

const nodeColumn: Column<Device> = {
  header: 'Servidor',
  value: ({ nodeName }) => nodeName ?? '–',
  shrinksTo: 12,
  dropRank: 3,
}

/** The last time that a message came or went, or that the connection began or ended. */
function lastActivity({ lastSeenAt, lastReceivedAt, lastSentAt }: Device): string | null {
  return (
    [lastSeenAt, lastReceivedAt, lastSentAt]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

/** Why it is not connected, or what WhatsApp keeps it from. */
function describeState(device: Device): string {
  const { restriction } = device.standing
  const held = restriction && withEnd(describeRestriction(restriction.kind), restriction.until)
  return [explainReason(device), held].filter(Boolean).join(' ')
}

/** First messages of the last 24 hours, and the new chats that WhatsApp allows in a cycle. */
function describeFirstMessages({ firstMessageCount, limits, quota }: Device['standing']): string {
  const most = limits ? ` de ${formatCount(limits.today)}` : ''
  const count = `${formatCount(firstMessageCount)}${most} em 24 h`
  if (quota === null || quota.total === null) return count
  return `${count}; ${formatCount(quota.used)} de ${formatCount(quota.total)} no ciclo`
}
