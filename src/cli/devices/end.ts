import { deviceApi } from '../../contract/api/device-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getDevice } from '../terminal/choose.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'

export type DeleteOptions = CommonOptions & {
  readonly force?: boolean
  readonly yes?: boolean
}

export async function disconnectDevice(context: Context, target: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const { deviceId, connectionName } = await getDevice(client, target)
  await client.call(deviceApi.closeDevice, { params: { id: deviceId } })
  context.terminal.answer(
    { deviceId, disconnected: true },
    () => `"${connectionName}" desconectado. As chaves ficam guardadas.`,
  )
  return ExitCode.done
}

export async function deleteDevice(
  context: Context,
  target: string,
  options: DeleteOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { deviceId, connectionName } = await getDevice(client, target)
  const question = `Sair do WhatsApp e excluir a conexão "${connectionName}" (${deviceId})?`
  if (!(await confirmed(context, question, options))) {
    context.terminal.answer({ deviceId, deleted: false }, () => 'Nada foi excluído.')
    return ExitCode.failed
  }
  await client.call(deviceApi.deleteDevice, {
    params: { id: deviceId },
    query: options.force ? { force: 'true' } : {},
  })
  context.terminal.answer(
    { deviceId, deleted: true },
    () => `Conexão "${connectionName}" excluída.`,
  )
  return ExitCode.done
}
