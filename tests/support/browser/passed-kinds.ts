import { appendFileSync, openSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface alone can be added to.
  export interface ProvidedContext {
    /** The file by which the workers of a run share what axe has passed. */
    readonly axePassedPath: string
  }
}

const passed = new Set<string>()
let file: number | undefined
/** The part of a line that another worker had not written to its end. */
let rest = ''

/** The kinds of elements among these that axe has not passed in any worker of this run. */
export function withoutPassed(kinds: readonly string[]): string[] {
  hearOthers()
  return kinds.filter((kind) => !passed.has(kind))
}

export function tellPassed(kinds: readonly string[]): void {
  if (kinds.length > 0) appendFileSync(path(), `${kinds.join('\n')}\n`)
}

function hearOthers(): void {
  file ??= openSync(path(), 'a+', 0o600)
  // Reads on from where the last reading ended.
  const lines = `${rest}${readFileSync(file, 'utf8')}`.split('\n')
  rest = lines.pop() ?? ''
  for (const kind of lines) passed.add(kind)
}

function path(): string {
  return inject('axePassedPath')
}
