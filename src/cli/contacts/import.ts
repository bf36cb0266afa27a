import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { api } from '../../contract/api/calls.ts'
import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import { formatCount, formatPhone, formatQuantity } from '../../contract/display.ts'
import { CSV_LIMIT_BYTES } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getList } from '../terminal/choose.ts'
import { formatBytes } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { CommandError, ExitCode, systemCode, wrongUsage } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createUpload } from './upload.ts'

export type ImportOptions = CommonOptions & {
  readonly name?: string
  readonly list?: string
  readonly update?: boolean
  readonly ddd?: string
  readonly idempotencyKey?: string
}

const uncertainHint =
  'Os contatos podem ter sido importados mesmo assim. Antes de repetir, confira com: disparo contacts list'
/** Refused rows that are listed one by one; the rest is counted. */
const LISTED_REFUSALS = 20

export async function importContacts(
  context: Context,
  path: string,
  options: ImportOptions,
): Promise<ExitCode> {
  if (options.name !== undefined && options.list !== undefined) {
    throw wrongUsage(
      'Use --name para uma lista nova ou --list para uma que já existe, não os dois.',
    )
  }
  const size = await checkFile(path, CSV_LIMIT_BYTES)
  const upload = createUpload(context, size)
  const client = await connectSignedIn({ ...context, signal: upload.signal })
  // Checked first, so that a long upload is never cut off by an expired sign-in.
  await client.call(api.me, {})
  const list = options.list === undefined ? undefined : await getList(client, options.list)
  const form = new FormData()
  if (options.name !== undefined) form.set('name', options.name)
  if (list) form.set('list', list.id)
  if (options.update) form.set('on_duplicate', 'update')
  if (options.ddd !== undefined) form.set('ddd', options.ddd)
  form.set('file', await openAsBlob(path, { type: 'text/csv' }), basename(path))

  const question = { key: options.idempotencyKey ?? randomUUID(), hint: uncertainHint }
  const report = await createOnce({ ...context, signal: upload.signal }, question, (once) =>
    namingOptions({ name: '--name', ddd: '--ddd' }, () => upload.send(client, form, once)),
  )
  context.terminal.answer(report, () => describeReport(context.terminal, report))
  if (!context.signal.aborted) return ExitCode.done
  context.terminal.note(undoHint(report, options))
  return ExitCode.interrupted
}

/**
 * The size of a file that can be sent.
 * @throws CommandError for what is missing, empty, unreadable, too large or no file
 */
export async function checkFile(path: string, limitBytes: number): Promise<number> {
  const found = await stat(path).catch((error) => {
    if (systemCode(error) === 'ENOENT') throw new CommandError(`Arquivo não encontrado: ${path}`)
    throw new CommandError(`Não foi possível ler ${path} (${systemCode(error)}).`)
  })
  if (found.isDirectory()) throw new CommandError(`${path} é uma pasta; informe um arquivo.`)
  if (!found.isFile()) throw new CommandError(`${path} não é um arquivo comum.`)
  if (found.size === 0) throw new CommandError(`O arquivo ${path} está vazio.`)
  if (found.size > limitBytes) {
    throw new CommandError(
      `O arquivo ${path} tem ${formatBytes(found.size)}; o limite é ${formatBytes(limitBytes)}.`,
    )
  }
  return found.size
}

/** Hint below the report of an import that Ctrl+C came too late for. */
function undoHint({ id }: ContactReport, { list }: ImportOptions): string {
  const done = 'A importação já estava feita quando foi interrompida.'
  return list === undefined ? `${done} Para excluir a lista: disparo contacts delete ${id}` : done
}

function describeReport(terminal: Terminal, report: ContactReport): string {
  const { name, total, added, updated = 0, duplicates, invalid, foreign, warnings = [] } = report
  const lines = [
    `Lista "${name}": ${formatQuantity(total, 'contato', 'contatos')} no total.`,
    `  Adicionados  ${formatCount(added)}`,
    ...(updated > 0 ? [`  Atualizados  ${formatCount(updated)}`] : []),
    `  Duplicados   ${formatCount(duplicates)}`,
    `  Inválidos    ${formatCount(invalid.length)}`,
    ...(foreign
      ? [
          `  Fora do Brasil ${formatCount(foreign.count)}: ${foreign.sample.map(formatPhone).join(', ')}`,
        ]
      : []),
    ...warnings.map((warning) => `Atenção: ${warning}`),
  ]
  if (invalid.length === 0) return lines.join('\n')
  const listed = invalid.slice(0, LISTED_REFUSALS)
  const table = formatTable(terminal, listed, [
    { header: 'Linha', value: ({ line, index }) => formatCount(line ?? index + 1), align: 'right' },
    { header: 'Nome', value: (row) => row.name, shrinksTo: 10 },
    { header: 'Telefone', value: (row) => row.phone, shrinksTo: 14 },
    { header: 'Motivo', value: (row) => row.reason, shrinksTo: 18 },
  ])
  const more = invalid.length - listed.length
  const rest = more > 0 ? [`… e mais ${formatQuantity(more, 'linha', 'linhas')}.`] : []
  return [...lines, '', 'Linhas recusadas:', table, ...rest].join('\n')
}
