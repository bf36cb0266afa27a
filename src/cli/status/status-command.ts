import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { LogsOptions } from './logs.ts'

/** `status` and `logs`: the state of the server, and its log. */
export function declareStatus(program: Command): void {
  const status = program
    .command('status')
    .description('o servidor, as conexões e o que está saindo, em uma tela')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./status.ts')).showStatus(context)),
    )
  withExamples(status, ['disparo status', 'disparo status --profile loja'])

  const logs = program
    .command('logs')
    .description('mostra o registro do serviço, que o systemd guarda nesta máquina')
    .option('-n, --lines <n>', 'quantas linhas, das mais novas', '100')
    .option('-f, --follow', 'continua mostrando o que vier; Ctrl+C termina')
    .option('--since <quando>', 'desde quando, como "1 hour ago" ou "2026-11-21 10:00"')
    .option('--user', 'o serviço desta conta, e não o do sistema')
    .option(...jsonOption)
    .action((options: LogsOptions) =>
      run(options, async (context) => (await import('./logs.ts')).showLogs(context, options)),
    )
  withExamples(logs, ['disparo logs -f', 'disparo logs --since "1 hour ago" --json | jq ".[].msg"'])
}
