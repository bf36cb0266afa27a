import { z } from 'zod'
import { deviceApi } from '../../contract/api/device-api.ts'
import { DeviceJson } from '../../contract/devices/device.ts'
import { DeviceSettingsBody } from '../../contract/devices/device-settings.ts'
import type { DeviceStanding } from '../../contract/devices/device-standing.ts'
import { formatQuantity } from '../../contract/display.ts'
import { encodeBody } from '../campaigns/encode-body.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'

export type SettingsOptions = CommonOptions & {
  readonly name?: string
  /** False: no limit. */
  readonly dailyLimit?: number | false
  readonly warmUp?: boolean
}

/** Changes the name of a device, and how many new people a day it writes to. */
export async function changeDevice(
  context: Context,
  target: string,
  { name, dailyLimit, warmUp }: SettingsOptions,
): Promise<ExitCode> {
  if (name === undefined && dailyLimit === undefined && warmUp === undefined) {
    throw wrongUsage('Informe o que mudar: --name, --daily-limit ou --warm-up.')
  }
  const client = await connectSignedIn(context)
  const { deviceId } = await getDevice(client, target)
  const settings = {
    connectionName: name,
    dailyLimit: dailyLimit === false ? null : dailyLimit,
    isWarmingUp: warmUp,
  }
  const names = { connection_name: '--name', limite_diario: '--daily-limit' }
  const device = await namingOptions(names, async () => {
    const body = encodeBody(DeviceSettingsBody, settings)
    return client.call(deviceApi.changeDevice, { params: { id: deviceId }, body })
  })
  context.terminal.answer(
    z.encode(DeviceJson, device),
    () => `"${device.connectionName}": ${describeLimits(device.standing)}.`,
  )
  return ExitCode.done
}

/** How many new people a day the owner lets the device write to. */
function describeLimits({ limits }: DeviceStanding): string {
  if (!limits) return 'sem limite de primeiras mensagens'
  const count = formatQuantity(limits.today, 'primeira mensagem', 'primeiras mensagens')
  const today = `até ${count} em 24 h`
  return limits.isWarmingUp ? `${today}, em aquecimento` : today
}
