import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { LoginOptions, SignupOptions } from './sign-in.ts'

const urlOption = [
  '--url <endereço>',
  'endereço do servidor (padrão: DISPARO_URL ou http://127.0.0.1:3000)',
] as const

/** `signup`, `login`, `logout` and `whoami`. */
export function declareAccount(program: Command): void {
  declareSignup(program)
  declareLogin(program)
  declareSession(program)
}

function declareSignup(program: Command): void {
  const signup = program
    .command('signup')
    .description('cria uma conta no servidor e já entra nela')
    .option(...urlOption)
    .option('--name <nome>', 'nome completo')
    .option('--email <e-mail>', 'e-mail')
    .option('--password-stdin', 'lê a senha da entrada padrão')
    .option(...jsonOption)
    .action((options: SignupOptions) =>
      run(options, async (context) => {
        const { signup } = await import('./sign-in.ts')
        return signup(context, options)
      }),
    )
  withExamples(signup, [
    'disparo signup',
    'disparo signup --name "Maria Souza" --email maria@exemplo.com.br --password-stdin < senha.txt',
  ])
}

function declareLogin(program: Command): void {
  const login = program
    .command('login')
    .description('entra com e-mail e senha e guarda a sessão')
    .option(...urlOption)
    .option('--email <e-mail>', 'e-mail')
    .option('--password-stdin', 'lê a senha da entrada padrão')
    .option(...jsonOption)
    .action((options: LoginOptions) =>
      run(options, async (context) => {
        const { login } = await import('./sign-in.ts')
        return login(context, options)
      }),
    )
  withExamples(login, [
    'disparo login --email maria@exemplo.com.br',
    'disparo login --url https://disparo.exemplo.com.br --email maria@exemplo.com.br --password-stdin < senha.txt',
  ])
}

function declareSession(program: Command): void {
  const logout = program
    .command('logout')
    .description('encerra a sessão guardada')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./logout.ts')).logout(context)),
    )
  withExamples(logout, ['disparo logout'])

  const whoami = program
    .command('whoami')
    .description('mostra quem está conectado, e onde')
    .option('--json', 'responde com um único valor JSON (inclui a apikey)')
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./whoami.ts')).whoami(context)),
    )
  withExamples(whoami, ['disparo whoami', 'disparo whoami --json'])
}
