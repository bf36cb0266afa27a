import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, keyOption, sheetOption, withExamples } from '../terminal/portuguese.ts'
import { parseOutput } from '../terminal/save-stream.ts'
import type { AddOptions, RemoveOptions } from './change.ts'
import type { ExportOptions } from './export.ts'
import type { ImportOptions } from './import.ts'
import type { ListOptions } from './list.ts'

const dddOption = ['--ddd <ddd>', 'DDD dos telefones que não têm o seu'] as const

/** `optouts list|add|remove|import|export`. */
export function declareOptOuts(program: Command): void {
  const optOuts = program.command('optouts').description('quem não recebe mais campanhas')
  declareListing(optOuts)
  declareChanges(optOuts)
  declareImport(optOuts)
  declareExport(optOuts)
}

function declareListing(optOuts: Command): void {
  const list = optOuts
    .command('list')
    .description('mostra quem não recebe mais campanhas, do mais novo para o mais antigo')
    .option('--search <texto>', 'parte do nome, do telefone ou do motivo')
    .option(...jsonOption)
    .action((options: ListOptions) =>
      run(options, async (context) => (await import('./list.ts')).listOptOuts(context, options)),
    )
  withExamples(list, ['disparo optouts list', 'disparo optouts list --search 99999-0001'])
}

function declareChanges(optOuts: Command): void {
  const add = optOuts
    .command('add <telefone>')
    .description('tira uma pessoa de todas as campanhas')
    .option('--name <nome>', 'nome da pessoa')
    .option('--reason <motivo>', 'por que não quer receber')
    .option(...dddOption)
    .option(...jsonOption)
    .action((phone: string, options: AddOptions) =>
      run(options, async (context) => {
        const { addOptOut } = await import('./change.ts')
        return addOptOut(context, phone, options)
      }),
    )
  withExamples(add, ['disparo optouts add "(61) 99999-0001" --reason "Pediu por telefone"'])

  const remove = optOuts
    .command('remove <telefone>')
    .description('deixa uma pessoa receber campanhas de novo')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((phone: string, options: RemoveOptions) =>
      run(options, async (context) => {
        const { removeOptOut } = await import('./change.ts')
        return removeOptOut(context, phone, options)
      }),
    )
  withExamples(remove, ['disparo optouts remove 61999990001'])
}

function declareImport(optOuts: Command): void {
  const importing = optOuts
    .command('import <arquivo>')
    .description(
      'tira das campanhas todas as pessoas de um CSV ou de uma planilha .xlsx (basta uma coluna com telefones); - lê da entrada padrão',
    )
    .option(...dddOption)
    .option('--reason <motivo>', 'motivo de quem não tem um no arquivo')
    .option(...sheetOption)
    .option(
      '--invalid <arquivo>',
      'grava as linhas recusadas, com o motivo, em um arquivo ou pasta',
    )
    .option('--dry-run', 'diz o que aconteceria; ninguém é incluído')
    .option(...keyOption)
    .option(...jsonOption)
    .action((file: string, options: ImportOptions) =>
      run(options, async (context) => {
        const { importOptOuts } = await import('./import.ts')
        return importOptOuts(context, file, options)
      }),
    )
  withExamples(importing, [
    'disparo optouts import nao-perturbe.csv --ddd 61',
    'disparo optouts import nao-perturbe.xlsx --invalid recusadas.csv --dry-run',
  ])
}

function declareExport(optOuts: Command): void {
  const exporting = optOuts
    .command('export')
    .description('escreve a lista em CSV')
    .option('-o, --output <arquivo>', 'grava em um arquivo ou pasta', parseOutput)
    .option('--excel', 'em palavras, com hora de Brasília, como o Excel em português espera')
    .option(...jsonOption)
    .action((options: ExportOptions & CommonOptions) =>
      run(options, async (context) => {
        const { exportOptOuts } = await import('./export.ts')
        return exportOptOuts(context, options)
      }),
    )
  withExamples(exporting, ['disparo optouts export -o descadastrados.csv'])
}
