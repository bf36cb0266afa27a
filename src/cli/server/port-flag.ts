import { wrongUsage } from '../terminal/outcome.ts'

/**
 * Reads a port; 0, which lets the system choose, where none is given.
 * @throws wrong usage for anything else
 */
export function readPort(text: string | undefined, flag: string): number {
  const port = Number(text ?? 0)
  if (text === undefined || (/^\d+$/.test(text) && port <= 65_535)) return port
  throw wrongUsage(`Valor inválido em ${flag}: "${text}". A porta vai de 0 a 65535.`)
}
