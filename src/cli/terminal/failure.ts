import { ConfigError } from '../../config.ts'
import { AppError } from '../../contract/errors.ts'
import { CommandError, ExitCode, refusalSentence, systemCode } from './outcome.ts'

const promptEndings = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError']

/** Turns whatever a command threw into a sentence and an exit code. */
export function describeFailure(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  if (error instanceof AppError) return describeAppError(error)
  if (error instanceof ConfigError) {
    return new CommandError(`Configuração inválida. ${error.message}`, { code: 'config' })
  }
  if (error instanceof Error && promptEndings.includes(error.name)) {
    return new CommandError('Interrompido.', { exitCode: ExitCode.interrupted })
  }
  return describeUnexpected(error)
}

function describeAppError(error: AppError): CommandError {
  const { details, code } = error
  const message = refusalSentence({ code, message: error.text, details })
  return new CommandError(message, { code, details, cause: error })
}

function describeUnexpected(error: unknown): CommandError {
  const code = systemCode(error)
  const reason = error instanceof Error ? error.message : String(error)
  const message = code
    ? `O sistema recusou a operação (${code}): ${reason}`
    : `Ocorreu um erro inesperado: ${reason}`
  return new CommandError(message, { code: code ?? 'unexpected', cause: error })
}
