import type { Log } from '../../../src/http/services.ts'

/** A log whose lines a test reads. */
export function recordTo(logged: { level: string; fields: object; message: string }[]): Log {
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message })
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
