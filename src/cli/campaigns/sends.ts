import { api } from '../../contract/api/calls.ts'
import { type Send, sendStatusLabels } from '../../contract/campaigns/send.ts'
import { formatPhone, formatQuantity } from '../../contract/display.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes, formatTime } from '../terminal/format.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { saveStream, showStream, showWholeStream } from '../terminal/save-stream.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type SendsOptions = CommonOptions & { readonly csv?: boolean; readonly output?: string }

export async function showSends(
  context: Context,
  id: string,
  { csv, output, json }: SendsOptions,
): Promise<ExitCode> {
  if (output !== undefined && !csv) throw wrongUsage('A opção --output vale junto com --csv.')
  if (csv && json && output === undefined) {
    throw wrongUsage('Escolha entre --csv e --json, ou grave o CSV com --output.')
  }
  const client = await connectSignedIn(context)
  const params = { id }
  if (csv) {
    const body = await client.open(api.listSends, { params, query: { format: 'csv' } })
    if (output === undefined) await showStream(body, context.signal)
    else {
      const fileName = `campanha-${id}.csv`
      const saved = await saveStream(body, { output, fileName, signal: context.signal })
      context.terminal.answer(
        saved,
        () => `Resultados gravados em ${saved.path} (${formatBytes(saved.byteCount)}).`,
      )
    }
    return ExitCode.done
  }
  if (json) {
    // The server's answer is one JSON value already, of any size.
    await showWholeStream(await client.open(api.listSends, { params }), context)
    return ExitCode.done
  }
  const { sentCount, errorCount } = await client.call(api.getCampaign, { params })
  const sends = await client.call(api.listSends, { params, query: { limit: PAGE_LIMIT_MAX } })
  context.terminal.print(describeSends(context.terminal, sends, sentCount + errorCount))
  return ExitCode.done
}

function describeSends(terminal: Terminal, sends: readonly Send[], total: number): string {
  if (sends.length === 0) return 'Nenhum envio encontrado para esta campanha.'
  const more = total - sends.length
  const rest =
    sends.length === PAGE_LIMIT_MAX && more > 0
      ? [`… e mais ${formatQuantity(more, 'envio', 'envios')}. Todos: acrescente --csv`]
      : []
  return [formatSends(terminal, sends), ...rest].join('\n')
}

export function formatSends(
  terminal: Pick<Terminal, 'width' | 'heading'>,
  sends: readonly Send[],
): string {
  return formatTable(terminal, sends, [
    { header: 'Contato', value: ({ contact }) => formatPhone(contact) },
    { header: 'Nome', value: ({ name }) => name, shrinksTo: 14, dropRank: 2 },
    { header: 'Status', value: ({ status }) => sendStatusLabels[status] },
    {
      header: 'Data de envio',
      value: ({ sentAt }) => formatTime(sentAt, 'second'),
      dropRank: 3,
    },
    { header: 'Erro', value: ({ errorText }) => errorText ?? '', shrinksTo: 28 },
  ])
}
