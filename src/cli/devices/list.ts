import { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { DeviceStatus, DevicesJson } from '../../contract/device.ts'
import { formatPhone } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { explainReason } from './reason.ts'

const statusLabels: Record<DeviceStatus, string> = {
  [DeviceStatus.connected]: 'Conectado',
  [DeviceStatus.connecting]: 'Conectando',
  [DeviceStatus.pending]: 'Aguardando QR',
  [DeviceStatus.disconnected]: 'Desconectado',
}

export async function listDevices(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const answer = await client.call(api.listDevices, {})
  context.terminal.answer(z.encode(DevicesJson, answer).devices, () =>
    answer.devices.length === 0
      ? 'Nenhuma conexão ainda. Conecte um WhatsApp com: disparo devices connect <id>'
      : formatTable(context.terminal, answer.devices, [
          { header: 'ID', value: ({ deviceId }) => deviceId },
          { header: 'Nome', value: (row) => row.connectionName, shrinksTo: 12 },
          { header: 'Status', value: ({ status }) => statusLabels[status] },
          {
            header: 'Número',
            value: ({ phone }) => (phone === null ? '–' : formatPhone(phone)),
            dropRank: 2,
          },
          {
            header: 'Última atividade',
            value: (row) => formatTime(row.lastSeenAt),
            dropRank: 3,
          },
          { header: 'Motivo', value: explainReason, shrinksTo: 16, dropRank: 1 },
        ]),
  )
  return ExitCode.done
}
