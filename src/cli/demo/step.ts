import type { Terminal } from '../terminal/terminal.ts'

/** Prints one finished step and how long it took. */
export function createStep({ print, faint }: Terminal): (text: string) => void {
  let startedAt = performance.now()
  return (text) => {
    const seconds = (performance.now() - startedAt) / 1000
    startedAt = performance.now()
    const took = seconds.toLocaleString('pt-BR', { maximumFractionDigits: 1 })
    print(took === '0' ? `✔ ${text}` : `✔ ${text} ${faint(`(${took} s)`)}`)
  }
}
