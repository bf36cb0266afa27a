import { ownDataApi } from '../../contract/api/own-data-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes } from '../terminal/format.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { saveStream, showStream } from '../terminal/save-stream.ts'

export type ExportOptions = CommonOptions & { readonly output?: string }

const FILE_NAME = 'disparo-meus-dados.zip'

/** Saves all that the server keeps of the account. */
export async function exportAccount(
  context: Context,
  { output }: ExportOptions,
): Promise<ExitCode> {
  const { terminal, signal } = context
  if (output === undefined && terminal.isInteractive) {
    throw wrongUsage('Um .zip não se lê no terminal. Grave-o com -o arquivo.zip.')
  }
  const client = await connectSignedIn(context)
  const zip = await client.open(ownDataApi.exportOwnData, {})
  if (output === undefined) {
    await showStream(zip, signal)
    return ExitCode.done
  }
  const saved = await saveStream(zip, { output, fileName: FILE_NAME, signal })
  terminal.answer(saved, () =>
    [
      `Seus dados estão em ${saved.path} (${formatBytes(saved.byteCount)}).`,
      'O arquivo tem nomes, telefones e mensagens de outras pessoas: guarde-o com cuidado.',
    ].join('\n'),
  )
  return ExitCode.done
}
