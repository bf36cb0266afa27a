import { readdir } from 'node:fs/promises'
import { PasswordBody } from '../../contract/account.ts'
import { AppError } from '../../contract/errors.ts'
import { isDataFolder } from '../../daemon/backup.ts'
import { resetPassword } from '../../daemon/password-reset.ts'
import { chooseNewPassword } from '../account/sign-in.ts'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, systemCode } from '../terminal/outcome.ts'
import { createDaemonLog } from './daemon-log.ts'
import { readServeConfig } from './serve-config.ts'
import { explainStartFailure } from './start-failure.ts'

export type ResetOptions = CommonOptions & {
  readonly dataDir?: string
  readonly passwordStdin?: boolean
}

export async function resetUserPassword(
  context: Context,
  email: string,
  options: ResetOptions,
): Promise<ExitCode> {
  const config = readServeConfig(context.environment, options)
  if (!config.cluster) await requireDataFolder(config.dataDir)
  const password = await chooseNewPassword(context, options)
  const checked = PasswordBody.shape.password.safeParse(password)
  if (!checked.success)
    throw new CommandError(checked.error.issues[0]?.message ?? 'Senha inválida.')
  const log = await createDaemonLog('warn', context.environment)
  await resetPassword(config, { email, password, log }).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') {
      const place = config.cluster ? 'no banco de dados' : `em ${config.dataDir}`
      throw new CommandError(`Nenhuma conta com o e-mail ${email} ${place}.`, {
        code: 'not_found',
        cause: error,
      })
    }
    throw explainStartFailure(error, config)
  })
  context.terminal.answer(
    { email, reset: true },
    () => `Senha de ${email} trocada. As sessões abertas dessa conta foram encerradas.`,
  )
  return ExitCode.done
}

/**
 * Requires a folder with data: opening any other would create a store there, and a mistyped path
 * would look like an empty server.
 */
async function requireDataFolder(path: string): Promise<void> {
  await readdir(path).catch((error) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    throw noFolder(`A pasta de dados ${path} não existe.`)
  })
  if (!(await isDataFolder(path))) throw noFolder(`A pasta ${path} não é de dados do Disparo.`)
}

function noFolder(sentence: string): CommandError {
  return new CommandError(`${sentence} Informe a certa com --data-dir.`, { code: 'data_dir' })
}
