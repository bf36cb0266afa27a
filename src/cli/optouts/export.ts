import { z } from 'zod'
import { optOutApi } from '../../contract/api/opt-out-api.ts'
import { OptOutsJson } from '../../contract/optouts/opt-out.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { saveStream, showStream } from '../terminal/save-stream.ts'

export type ExportOptions = CommonOptions & { readonly output?: string; readonly excel?: boolean }

export async function exportOptOuts(
  context: Context,
  { output, excel, json }: ExportOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  if (json && output === undefined) {
    const people = await client.call(optOutApi.listOptOuts, {})
    context.terminal.answer(z.encode(OptOutsJson, people), () => '')
    return ExitCode.done
  }
  const query = { format: excel ? 'excel' : 'csv' } as const
  const csv = await client.open(optOutApi.listOptOuts, { query })
  if (output === undefined) {
    await showStream(csv, context.signal)
    return ExitCode.done
  }
  const fileName = 'descadastrados.csv'
  const saved = await saveStream(csv, { output, fileName, signal: context.signal })
  context.terminal.answer(
    saved,
    () => `Lista gravada em ${saved.path} (${formatBytes(saved.byteCount)}).`,
  )
  return ExitCode.done
}
