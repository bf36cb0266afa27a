import { contactApi } from '../../contract/api/contact-api.ts'
import { exportFileName } from '../../contract/contacts/contact-list.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getList } from '../terminal/choose.ts'
import { formatBytes } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { saveStream, showStream } from '../terminal/save-stream.ts'

export type ExportOptions = CommonOptions & {
  readonly output?: string
  readonly excel?: boolean
}

export async function exportContacts(
  context: Context,
  target: string,
  { output, excel, json }: ExportOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const list = await getList(client, target)
  const params = { id: list.id }
  if (json && output === undefined) {
    const { contatos, ...rest } = await client.call(contactApi.getContactList, { params })
    context.terminal.answer({ ...rest, contatos: JSON.parse(contatos) }, () => '')
    return ExitCode.done
  }
  const csv = await client.open(contactApi.exportContacts, {
    params,
    query: excel ? { sep: ';' } : {},
  })
  if (output === undefined) {
    await showStream(csv, context.signal)
    return ExitCode.done
  }
  const saved = await saveStream(csv, {
    output,
    fileName: exportFileName(list),
    signal: context.signal,
  })
  context.terminal.answer(
    { ...saved, list: list.id },
    () => `Lista "${list.name}" gravada em ${saved.path} (${formatBytes(saved.byteCount)}).`,
  )
  return ExitCode.done
}
