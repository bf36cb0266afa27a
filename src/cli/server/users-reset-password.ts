import { stat } from 'node:fs/promises'
import { PasswordBody } from '../../contract/account.ts'
import { AppError } from '../../contract/errors.ts'
import { resetPassword } from '../../daemon/daemon.ts'
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
  await requireFolder(config.dataDir)
  const password = await chooseNewPassword(context, options)
  const checked = PasswordBody.shape.password.safeParse(password)
  if (!checked.success)
    throw new CommandError(checked.error.issues[0]?.message ?? 'Senha inválida.')
  const log = createDaemonLog('warn', context.environment)
  await resetPassword(config, { email, password, log }).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') {
      throw new CommandError(`Nenhuma conta com o e-mail ${email} em ${config.dataDir}.`, {
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

/** Opening the storage would make a new folder, and a typing error would look like an empty one. */
async function requireFolder(path: string): Promise<void> {
  await stat(path).catch((error) => {
    throw systemCode(error) === 'ENOENT'
      ? new CommandError(`A pasta de dados ${path} não existe. Informe a certa com --data-dir.`)
      : error
  })
}
