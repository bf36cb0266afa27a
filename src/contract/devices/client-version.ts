import { z } from 'zod'

/** The version of WhatsApp Web that a connection says it is: `2.3000.1043857760`. */
export type ClientVersion = readonly [number, number, number]

export const ClientVersionText = z
  .string()
  .regex(/^\d{1,4}\.\d{1,6}\.\d{1,12}$/, 'informe uma versão como 2.3000.1043857760.')
  .transform(readClientVersion)

function readClientVersion(text: string): ClientVersion {
  const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map(Number)
  return [primary, secondary, tertiary]
}

export function formatClientVersion(version: ClientVersion): string {
  return version.join('.')
}

export function isNewerVersion(version: ClientVersion, than: ClientVersion): boolean {
  const index = version.findIndex((number, at) => number !== than[at])
  return index >= 0 && (version[index] ?? 0) > (than[index] ?? 0)
}
