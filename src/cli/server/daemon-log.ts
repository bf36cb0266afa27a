import pino from 'pino'

export type DaemonLog = ReturnType<typeof createLog>

/** The daemon's log on stderr: one JSON line per event, or readable lines in a terminal. */
export async function createDaemonLog(
  level: string,
  environment: NodeJS.ProcessEnv,
): Promise<DaemonLog> {
  if (!process.stderr.isTTY) return createLog(level, 2)
  const { default: pinoPretty } = await import('pino-pretty')
  const colorize = !environment.NO_COLOR
  return pino(
    { level, base: null },
    pinoPretty({ destination: 2, sync: true, colorize, translateTime: 'SYS:HH:MM:ss' }),
  )
}

/** A log in a file. */
export function createFileLog(level: string, path: string): DaemonLog {
  return createLog(level, path)
}

function createLog(level: string, dest: string | number) {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest, sync: false }),
  )
}
