import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { sendApi } from '../../contract/api/campaigns/send-api.ts'
import { type Send, SendFilter, sendStateLabel } from '../../contract/campaigns/send.ts'
import { formatPhone, formatQuantity } from '../../contract/display.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes, formatTime } from '../terminal/format.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { saveStream, showStream, showWholeStream } from '../terminal/save-stream.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type SendsOptions = CommonOptions & {
  readonly csv?: boolean
  /** A CSV as Excel reads it. */
  readonly excel?: boolean
  readonly output?: string
  readonly status?: string
  readonly variantNumber?: number
}

export async function showSends(
  context: Context,
  id: string,
  { csv = false, excel = false, output, json, status, variantNumber }: SendsOptions,
): Promise<ExitCode> {
  const isFile = csv || excel
  if (csv && excel) throw wrongUsage('Escolha entre --csv e --excel.')
  if (output !== undefined && !isFile) {
    throw wrongUsage('A opção --output vale junto com --csv ou --excel.')
  }
  if (isFile && json && output === undefined) {
    throw wrongUsage('Escolha entre --csv e --json, ou grave o CSV com --output.')
  }
  const filter = {
    ...(status !== undefined && { status: readFilter(status) }),
    ...(variantNumber !== undefined && { variante: variantNumber }),
  }
  const isFiltered = Object.keys(filter).length > 0
  const client = await connectSignedIn(context)
  const params = { id }
  if (isFile) {
    const query = { ...filter, format: excel ? 'excel' : 'csv' } as const
    const body = await client.open(sendApi.listSends, { params, query })
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
    await showWholeStream(await client.open(sendApi.listSends, { params, query: filter }), context)
    return ExitCode.done
  }
  const { sentCount, errorCount } = await client.call(campaignApi.getCampaign, { params })
  // A page of a filter may be short: all of its people are asked for.
  const query = isFiltered ? filter : { limit: PAGE_LIMIT_MAX }
  const sends = await client.call(sendApi.listSends, { params, query })
  const total = isFiltered ? sends.length : sentCount + errorCount
  context.terminal.print(describeSends(context.terminal, sends.slice(0, PAGE_LIMIT_MAX), total))
  return ExitCode.done
}

function readFilter(status: string): SendFilter {
  const parsed = SendFilter.safeParse(status)
  if (parsed.success) return parsed.data
  throw wrongUsage(`--status: ${parsed.error.issues[0]?.message ?? ''}`)
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
    ...(sends.some(({ variant }) => variant !== undefined)
      ? [{ header: 'Variação', value: ({ variant }: Send) => String(variant ?? ''), dropRank: 2 }]
      : []),
    { header: 'Status', value: sendStateLabel },
    {
      header: 'Data de envio',
      value: ({ sentAt }) => formatTime(sentAt, 'second'),
      dropRank: 3,
    },
    ...(sends.some(({ errorText }) => errorText !== null)
      ? [{ header: 'Erro', value: ({ errorText }: Send) => errorText ?? '', shrinksTo: 28 }]
      : []),
    ...(sends.some(({ replyText }) => replyText !== null)
      ? [{ header: 'Resposta', value: replyOf, shrinksTo: 20, dropRank: 1 }]
      : []),
  ])
}

/** An answer in one line. */
function replyOf({ replyText }: Send): string {
  return replyText?.replace(/\s+/g, ' ') ?? ''
}
