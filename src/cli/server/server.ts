import type { Command } from 'commander'
import type { DemoOptions } from '../demo/demo.ts'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { ServeOptions } from './serve.ts'
import type { SimulatorFlags } from './simulator-command.ts'
import type { ResetOptions } from './users-reset-password.ts'
import { WORLD_HELP } from './world-flag.ts'

/** Commands that run on this machine itself: `serve`, `simulator`, `demo` and `users`. */
export function declareServer(program: Command): void {
  declareServe(program)
  declareSimulator(program)
  declareDemo(program)
  declareUsers(program)
}

function declareServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('inicia o servidor, com o painel e a API')
    .option('--host <endereço>', 'endereço em que escuta (padrão: 127.0.0.1)')
    .option('--port <porta>', 'porta em que escuta; 0 deixa o sistema escolher (padrão: 3000)')
    .option('--data-dir <pasta>', 'pasta dos dados')
    .option('--simulator', 'usa um WhatsApp simulado, com dados à parte')
    .option('--world <mundo>', `com --simulator: ${WORLD_HELP}`)
    .option('--json', 'escreve {"url": …} quando está pronto')
    .action((options: ServeOptions) =>
      run(options, async (context) => (await import('./serve.ts')).serve(context, options)),
    )
  withExamples(serve, [
    'disparo serve',
    'disparo serve --port 8080 --data-dir /srv/disparo',
    'disparo serve --simulator',
  ])
}

function declareSimulator(program: Command): void {
  const simulator = program
    .command('simulator')
    .description('inicia só o WhatsApp simulado, para testes')
    .option('--port <porta>', 'porta do WhatsApp simulado (padrão: escolhida pelo sistema)')
    .option('--control-port <porta>', 'porta do controle (padrão: escolhida pelo sistema)')
    .option('--state-dir <pasta>', 'guarda aqui chaves e aparelhos (padrão: pasta temporária)')
    .option('--world <mundo>', WORLD_HELP)
    .option('--json', 'responde com um único valor JSON, quando está pronto')
    .action((options: SimulatorFlags) =>
      run(options, async (context) => {
        const { runSimulator } = await import('./simulator-command.ts')
        return runSimulator(context, options)
      }),
    )
  withExamples(simulator, [
    'disparo simulator',
    'disparo simulator --port 4000 --state-dir ./celulares',
  ])
}

function declareDemo(program: Command): void {
  const demo = program
    .command('demo')
    .description('uma campanha inteira com celulares simulados, do CSV ao resultado')
    .option('--port <porta>', 'porta do painel (padrão: escolhida pelo sistema)')
    .option('--world <mundo>', WORLD_HELP)
    .option('--exit', 'termina e apaga tudo depois da campanha')
    .option(...jsonOption)
    .action((options: DemoOptions) =>
      run(options, async (context) => (await import('../demo/demo.ts')).demo(context, options)),
    )
  withExamples(demo, ['disparo demo', 'disparo demo --exit'])
}

function declareUsers(program: Command): void {
  const users = program.command('users').description('contas deste servidor, na própria máquina')
  const reset = users
    .command('reset-password <email>')
    .description('troca a senha de uma conta; o servidor da pasta de dados precisa estar parado')
    .option('--data-dir <pasta>', 'pasta dos dados')
    .option('--password-stdin', 'lê a nova senha da entrada padrão')
    .option(...jsonOption)
    .action((email: string, options: ResetOptions) =>
      run(options, async (context) => {
        const { resetUserPassword } = await import('./users-reset-password.ts')
        return resetUserPassword(context, email, options)
      }),
    )
  withExamples(reset, ['disparo users reset-password maria@exemplo.com.br'])
}
