import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { MigrateOptions } from './migrate.ts'
import type { NodesOptions } from './nodes.ts'

/** Commands about servers that share a database: `migrate` and `nodes`. */
export function declareCluster(program: Command): void {
  const migrate = program
    .command('migrate')
    .description('leva tudo da pasta de dados para um banco PostgreSQL, ou de volta')
    .option('--to [endereço]', 'da pasta para este banco vazio (padrão: DISPARO_DATABASE_URL)')
    .option('--from [endereço]', 'deste banco para uma pasta nova ou vazia')
    .option('--data-dir <pasta>', 'pasta dos dados')
    .option('--dry-run', 'só lê e conta; nada é escrito')
    .option(...jsonOption)
    .action((options: MigrateOptions) =>
      run(options, async (context) => {
        const { migrate } = await import('./migrate.ts')
        return migrate(context, options)
      }),
    )
  withExamples(migrate, [
    'disparo migrate --to postgres://disparo:senha@10.0.0.9/disparo',
    'DISPARO_DATABASE_URL=… disparo migrate --to   a senha não aparece entre os processos',
    'disparo migrate --from --data-dir /srv/de-volta',
  ])

  const nodes = program
    .command('nodes')
    .description('mostra os servidores que dividem o banco, e onde está cada conta')
    .option(...jsonOption)
    .action((options: NodesOptions) =>
      run(options, async (context) => {
        const { showNodes } = await import('./nodes.ts')
        return showNodes(context)
      }),
    )
  withExamples(nodes, ['disparo nodes', 'disparo nodes --json'])
}
