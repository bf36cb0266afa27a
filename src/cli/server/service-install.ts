import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packagePath } from '../../package-root.ts'
import { configFolder, makeFolder } from '../folders.ts'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, systemCode, wrongUsage } from '../terminal/outcome.ts'
import { readServeConfig } from './serve-config.ts'
import { formatUnit, type UnitPlan } from './systemd-unit.ts'

export type ScopeOptions = CommonOptions & {
  /** The user's own service, for root too. */
  readonly user?: true
}

export type ServiceOptions = ScopeOptions & {
  readonly host?: string
  readonly port?: string
  readonly dataDir?: string
}

const UNIT_NAME = 'disparo.service'
const SYSTEMCTL_TIMEOUT_MS = 60_000
const execute = promisify(execFile)

export async function printService(context: Context, options: ServiceOptions): Promise<ExitCode> {
  const plan = planUnit(context, options)
  const unit = formatUnit(plan)
  context.terminal.answer({ path: unitPath(context, plan.scope), unit }, () => unit)
  return ExitCode.done
}

export async function installService(context: Context, options: ServiceOptions): Promise<ExitCode> {
  const plan = planUnit(context, options)
  await requireDatabaseInFile(context, plan.scope)
  refuseUnreadableProgram(plan)
  const path = unitPath(context, plan.scope)
  // Asked before anything is written: without systemd nothing may be left behind.
  await systemctl(plan.scope, ['show-environment'])
  await writeUnit(path, `${formatUnit(plan)}\n`)
  await systemctl(plan.scope, ['daemon-reload'])
  await systemctl(plan.scope, ['enable', UNIT_NAME])
  await systemctl(plan.scope, ['restart', UNIT_NAME])
  context.terminal.answer({ path, scope: plan.scope, installed: true }, () =>
    installedText(path, plan.scope),
  )
  return ExitCode.done
}

export async function uninstallService(context: Context, options: ScopeOptions): Promise<ExitCode> {
  const scope = scopeOf(options)
  const path = unitPath(context, scope)
  if (!existsSync(path)) {
    throw new CommandError(
      `Não há serviço instalado em ${path}.${scope === 'system' ? ' O do seu usuário se remove com: disparo service uninstall --user' : ''}`,
      { code: 'no_service' },
    )
  }
  await systemctl(scope, ['disable', '--now', UNIT_NAME])
  await rm(path, { force: true })
  await systemctl(scope, ['daemon-reload'])
  context.terminal.answer({ path, scope, installed: false }, () =>
    [`Serviço removido (${path}).`, 'Os dados não foram apagados.'].join('\n'),
  )
  return ExitCode.done
}

function planUnit({ environment }: Context, options: ServiceOptions): UnitPlan {
  const scope = scopeOf(options)
  if (scope === 'system' && options.dataDir !== undefined) {
    throw wrongUsage(
      'Como root, o serviço tem um usuário próprio e guarda os dados em /var/lib/disparo: não use --data-dir, ou acrescente --user.',
    )
  }
  const { host, port, dataDir } = readServeConfig(environment, options)
  return {
    scope,
    nodePath: process.execPath,
    scriptPath: packagePath('bin/disparo.js'),
    settings: {
      DISPARO_HOST: host,
      DISPARO_PORT: String(port),
      ...(scope === 'user' ? { DISPARO_DATA_DIR: dataDir } : {}),
    },
  }
}

function scopeOf({ user }: ScopeOptions): UnitPlan['scope'] {
  return process.getuid?.() === 0 && !user ? 'system' : 'user'
}

function unitPath({ environment }: Context, scope: UnitPlan['scope']): string {
  if (scope === 'system') return join('/etc/systemd/system', UNIT_NAME)
  return join(configFolder(environment), 'systemd', 'user', UNIT_NAME)
}

/**
 * Requires the database's URL in the settings file. Everybody can read the unit, which must not
 * hold it; without it the service would begin on an empty folder.
 */
async function requireDatabaseInFile(
  { environment }: Context,
  scope: UnitPlan['scope'],
): Promise<void> {
  if (!environment.DISPARO_DATABASE_URL) return
  const path =
    scope === 'system'
      ? '/etc/disparo/disparo.env'
      : join(configFolder(environment), 'disparo', 'disparo.env')
  const settings = await readFile(path, 'utf8').catch(() => '')
  if (/^DISPARO_DATABASE_URL=./m.test(settings)) return
  throw new CommandError(
    `DISPARO_DATABASE_URL tem uma senha e não vai para a unidade, que todos leem.\n` +
      `Escreva-a em ${path}, com as outras variáveis do servidor, feche o arquivo (chmod 600) e repita o comando.`,
    { code: 'database' },
  )
}

function refuseUnreadableProgram({ scope, nodePath, scriptPath }: UnitPlan): void {
  const hidden = [nodePath, scriptPath].find((path) => path.startsWith('/root/'))
  if (scope === 'system' && hidden) {
    throw new CommandError(
      `O serviço roda com um usuário próprio, que não pode ler ${hidden}.\n` +
        'Instale o Node e o Disparo fora de /root, por exemplo em /usr/local ou /opt.',
    )
  }
}

async function writeUnit(path: string, unit: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    await writeFile(path, unit)
  } catch (error) {
    throw new CommandError(`Não foi possível gravar ${path} (${systemCode(error)}).`)
  }
}

async function systemctl(scope: UnitPlan['scope'], args: readonly string[]): Promise<void> {
  const all = scope === 'user' ? ['--user', ...args] : [...args]
  try {
    await execute('systemctl', all, { timeout: SYSTEMCTL_TIMEOUT_MS })
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      throw new CommandError(
        'O systemd não foi encontrado nesta máquina. Veja a unidade com: disparo service print',
      )
    }
    throw new CommandError(`O comando "systemctl ${all.join(' ')}" falhou.${said(error)}`)
  }
}

function said(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return text === '' ? '' : `\n${text}`
}

function installedText(path: string, scope: UnitPlan['scope']): string {
  const flag = scope === 'user' ? '--user ' : ''
  const settings = scope === 'user' ? '~/.config/disparo/disparo.env' : '/etc/disparo/disparo.env'
  return [
    `Serviço instalado e iniciado (${path}).`,
    `  Situação       systemctl ${flag}status disparo`,
    `  Registro       journalctl ${flag}-u disparo -f`,
    `  Configuração   ${settings} (uma variável por linha)`,
    ...(scope === 'user'
      ? ['  Sem sessão     loginctl enable-linger mantém o serviço depois de sair da máquina']
      : []),
  ].join('\n')
}
