import { sendApi } from '../../contract/api/campaigns/send-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes } from '../terminal/format.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { saveStream, showStream } from '../terminal/save-stream.ts'

export type ReportOptions = CommonOptions & { readonly output?: string }

export async function saveReport(
  context: Context,
  id: string,
  { output, json }: ReportOptions,
): Promise<ExitCode> {
  if (json && output === undefined) throw wrongUsage('Com --json, grave o relatório com --output.')
  const client = await connectSignedIn(context)
  const body = await client.open(sendApi.campaignReport, { params: { id } })
  if (output === undefined) {
    await showStream(body, context.signal)
    return ExitCode.done
  }
  const fileName = `relatorio-${id}.html`
  const saved = await saveStream(body, { output, fileName, signal: context.signal })
  context.terminal.answer(
    saved,
    () => `Relatório gravado em ${saved.path} (${formatBytes(saved.byteCount)}).`,
  )
  return ExitCode.done
}
