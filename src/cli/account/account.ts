import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import { parseOutput } from '../terminal/save-stream.ts'
import type { DeleteOptions } from './delete.ts'
import type { ExportOptions } from './export.ts'
import type { RenewOptions } from './renew-key.ts'
import type { LoginOptions, SignupOptions } from './sign-in.ts'

const urlOption = [
  '--url <endereço>',
  'endereço do servidor (padrão: DISPARO_URL ou http://127.0.0.1:3000)',
] as const

/** `signup`, `login`, `logout`, `whoami`, `profiles` and `account export|delete|renew-key`. */
export function declareAccount(program: Command): void {
  declareSignup(program)
  declareLogin(program)
  declareSession(program)
  declareOwnData(program)
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
    .option(
      '--apikey-stdin',
      'guarda a API Key que vem pela entrada padrão, no lugar de uma sessão',
    )
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
    'disparo login --profile loja --url https://loja.exemplo.com.br --apikey-stdin < chave.txt',
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
    .description('mostra quem está conectado, em que servidor, como e até quando')
    .option('--json', 'responde com um único valor JSON (inclui a apikey)')
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./whoami.ts')).whoami(context)),
    )
  withExamples(whoami, ['disparo whoami', 'disparo whoami --profile loja --json'])

  const profiles = program
    .command('profiles')
    .description('mostra as sessões guardadas; --profile escolhe uma delas')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./profiles.ts')).showProfiles(context)),
    )
  withExamples(profiles, [
    'disparo profiles',
    'disparo login --profile loja --url https://loja.exemplo.com.br',
    'disparo campaigns list --profile loja',
  ])
}

function declareOwnData(program: Command): void {
  const account = program.command('account').description('os dados da sua conta')
  const exporting = account
    .command('export')
    .description('baixa tudo o que o servidor guarda da sua conta, em um .zip')
    .option(
      '-o, --output <arquivo>',
      'grava em um arquivo ou pasta; - escreve na saída padrão',
      parseOutput,
      '.',
    )
    .option(...jsonOption)
    .action((options: ExportOptions) =>
      run(options, async (context) => {
        const { exportAccount } = await import('./export.ts')
        return exportAccount(context, options)
      }),
    )
  withExamples(exporting, ['disparo account export -o meus-dados.zip'])

  const deleting = account
    .command('delete')
    .description('exclui a conta e tudo o que há nela, para sempre')
    .option('--password-stdin', 'lê a senha da entrada padrão')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((options: DeleteOptions) =>
      run(options, async (context) => {
        const { deleteAccount } = await import('./delete.ts')
        return deleteAccount(context, options)
      }),
    )
  withExamples(deleting, ['disparo account delete'])

  const renewing = account
    .command('renew-key')
    .description('troca a API Key por uma nova; a anterior deixa de valer na hora')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((options: RenewOptions) =>
      run(options, async (context) => {
        const { renewKey } = await import('./renew-key.ts')
        return renewKey(context, options)
      }),
    )
  withExamples(renewing, [
    'disparo account renew-key',
    'disparo account renew-key --yes --json | jq -r .apikey > chave.txt',
  ])
}
