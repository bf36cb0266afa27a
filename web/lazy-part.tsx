import { type ComponentType, lazy } from 'react'
import { report } from './report.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Parts that did not come, by what makes each of them be asked for anew. */
const failed = new Set<() => void>()
const brokenSheets = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) brokenSheets.add(target)
  },
  { capture: true },
)

/** A component that is loaded when it is first shown. One that did not come waits for `loadAgain`. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(() => {
          Part = begin()
        })
        throw error
      }
    })
  let Part: ComponentType<Props> = begin()
  return (props: Props) => <Part {...props} />
}

/** Lets everything that did not come be asked for when it is next shown. */
export function loadAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
  // The loader asks for a style sheet only once.
  for (const sheet of brokenSheets) sheet.replaceWith(sheet.cloneNode())
  brokenSheets.clear()
}

/** Loads what no screen waits for, and goes on trying while the server is away. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await load()
    } catch (error) {
      report('Uma parte do console não carregou; tentando de novo.', error)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    loadAgain()
  }
}
