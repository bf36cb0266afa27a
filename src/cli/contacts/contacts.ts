import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, keyOption, sheetOption, withExamples } from '../terminal/portuguese.ts'
import { parseOutput } from '../terminal/save-stream.ts'
import type { DeleteOptions } from './delete.ts'
import type { ExportOptions } from './export.ts'
import type { ImportOptions } from './import.ts'
import type { InvalidOptions } from './invalid.ts'

const dddOption = ['--ddd <ddd>', 'DDD dos telefones que não têm o seu'] as const
const headerOption = ['--no-header', 'a primeira linha já é um contato, não um cabeçalho'] as const
const outputOption = [
  '-o, --output <arquivo>',
  'grava em um arquivo ou pasta em vez da saída padrão',
  parseOutput,
] as const

/** `contacts list|find|show|import|invalid|export|delete`. */
export function declareContacts(program: Command): void {
  const contacts = program.command('contacts').description('listas de contatos')
  declareListing(contacts)
  declareFinding(contacts)
  declareShowing(contacts)
  declareImport(contacts)
  declareInvalid(contacts)
  declareExport(contacts)
  declareDelete(contacts)
}

function declareListing(contacts: Command): void {
  const list = contacts
    .command('list')
    .description('mostra as suas listas')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./list.ts')).listLists(context)),
    )
  withExamples(list, ['disparo contacts list'])
}

function declareFinding(contacts: Command): void {
  const find = contacts
    .command('find <texto>')
    .description('procura pessoas em todas as listas, por nome ou telefone')
    .option(...jsonOption)
    .action((text: string, options: CommonOptions) =>
      run(options, async (context) => {
        const { findContacts } = await import('./find.ts')
        return findContacts(context, text)
      }),
    )
  withExamples(find, ['disparo contacts find "ana lima"', 'disparo contacts find 99999-0001'])
}

function declareShowing(contacts: Command): void {
  const show = contacts
    .command('show <telefone>')
    .description('mostra uma pessoa: o que as campanhas enviaram a ela, e o que respondeu')
    .option(...jsonOption)
    .action((phone: string, options: CommonOptions) =>
      run(options, async (context) => {
        const { showContact } = await import('./show.ts')
        return showContact(context, phone, options)
      }),
    )
  withExamples(show, ['disparo contacts show "(61) 99999-0001"'])
}

function declareImport(contacts: Command): void {
  const importing = contacts
    .command('import <arquivo>')
    .description(
      'importa um CSV ou .xlsx (nome, telefone e outras colunas) para uma lista; - lê da entrada padrão',
    )
    .option('--name <nome>', 'nome da nova lista')
    .option('--list <lista>', 'id ou nome de uma lista que já existe')
    .option(...dddOption)
    .option(...headerOption)
    .option(...sheetOption)
    .option('--new', 'cria outra lista, mesmo que já haja uma com o nome')
    .option('--dry-run', 'diz o que aconteceria; nada é importado')
    .option('--strict', 'não importa nada se alguma linha for recusada')
    .option('--update', 'atualiza nome e campos de quem já está na lista')
    .option(
      '--invalid <arquivo>',
      'grava as linhas recusadas, com o motivo, em um arquivo ou pasta',
    )
    .option(...keyOption)
    .option(...jsonOption)
    .action((file: string, options: ImportOptions) =>
      run(options, async (context) => {
        const { importContacts } = await import('./import.ts')
        return importContacts(context, file, options)
      }),
    )
  withExamples(importing, [
    'disparo contacts import clientes.csv --name "Clientes de novembro"',
    'disparo contacts import mais-clientes.csv --list "Clientes de novembro"',
    'disparo contacts import clientes.csv --ddd 61 --invalid recusados.csv',
    'disparo contacts import escola.xlsx --sheet "Responsáveis"',
    'exportar-clientes | disparo contacts import - --list "Clientes de novembro" --strict',
  ])
}

function declareInvalid(contacts: Command): void {
  const invalid = contacts
    .command('invalid <arquivo>')
    .description('escreve em CSV as linhas que a importação recusa, com o motivo; nada é importado')
    .option(...dddOption)
    .option(...headerOption)
    .option(...sheetOption)
    .option(...outputOption)
    .option(...jsonOption)
    .action((file: string, options: InvalidOptions) =>
      run(options, async (context) => {
        const { writeInvalid } = await import('./invalid.ts')
        return writeInvalid(context, file, options)
      }),
    )
  withExamples(invalid, ['disparo contacts invalid clientes.csv --ddd 61 -o recusados.csv'])
}

function declareExport(contacts: Command): void {
  const exporting = contacts
    .command('export <lista>')
    .description('escreve uma lista em CSV, por id ou nome')
    .option(...outputOption)
    .option('--excel', 'ponto e vírgula e BOM, como o Excel em português espera')
    .option(...jsonOption)
    .action((target: string, options: ExportOptions) =>
      run(options, async (context) => {
        const { exportContacts } = await import('./export.ts')
        return exportContacts(context, target, options)
      }),
    )
  withExamples(exporting, [
    'disparo contacts export "Clientes de novembro" > clientes.csv',
    'disparo contacts export "Clientes de novembro" --excel -o clientes.csv',
  ])
}

function declareDelete(contacts: Command): void {
  const deleting = contacts
    .command('delete <lista>')
    .description('exclui uma lista, por id ou nome')
    .option('--force', 'exclui mesmo que uma campanha agendada use a lista')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((target: string, options: DeleteOptions) =>
      run(options, async (context) => {
        const { deleteList } = await import('./delete.ts')
        return deleteList(context, target, options)
      }),
    )
  withExamples(deleting, ['disparo contacts delete "Clientes de novembro"'])
}
