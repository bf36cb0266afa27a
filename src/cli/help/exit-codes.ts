import { ExitCode } from '../terminal/outcome.ts'

/** What each exit code says, for who writes scripts. */
export const exitCodes = [
  { code: ExitCode.done, meaning: 'feito' },
  {
    code: ExitCode.failed,
    meaning: 'falhou: o servidor ou a máquina recusou, e a frase diz por quê',
  },
  {
    code: ExitCode.usage,
    meaning: 'comando mal escrito, ou falta um valor que ninguém pode digitar',
  },
  { code: ExitCode.notSignedIn, meaning: 'não conectado: a sessão ou a API Key falta ou não vale' },
  { code: ExitCode.unreachable, meaning: 'o servidor não responde' },
  { code: ExitCode.interrupted, meaning: 'interrompido por Ctrl+C ou SIGTERM' },
] as const
