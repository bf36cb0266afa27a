import { type ComponentType, useEffect } from 'react'
import { report } from './report.ts'
import { createStore, useStore } from './store.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Retries of the parts whose loading failed. */
const failed = new Set<() => void>()
const brokenSheets = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) brokenSheets.add(target)
  },
  { capture: true },
)

/** The script of a part did not come: nothing is wrong with the part itself. */
export class PartMissingError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'a script did not come', { cause })
    this.name = 'PartMissingError'
  }
}

/** A component whose script comes later, and how to ask for it before it is shown. */
type LazyPart<Props extends object> = ComponentType<Props> & {
  readonly preload: () => Promise<void>
}

/**
 * A component that is loaded when it is first shown, with `Waiting` in its place until then. It is
 * drawn the moment it arrives: a React boundary would delay it by 300 ms to avoid flicker. A failed
 * part throws a `PartMissingError`, and waits for `loadAgain`; one that failed before it was shown is
 * asked for once more.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
): LazyPart<Props> {
  const state = createStore<Loading<Props>>({})
  let asked: Promise<void> | undefined
  let shownCount = 0
  const preload = () => {
    asked ??= loadWithSheets(load).then(
      (Part) => state.set({ Part }),
      (error: unknown) => {
        asked = undefined
        if (shownCount === 0) return
        failed.add(() => state.set({}))
        state.set({ failure: { error } })
      },
    )
    return asked
  }
  function Lazy(props: Props) {
    const { Part, failure } = useStore(state)
    useEffect(() => {
      shownCount += 1
      return () => {
        shownCount -= 1
      }
    }, [])
    useEffect(() => {
      if (!Part) void preload()
    }, [Part])
    if (failure) throw new PartMissingError(failure.error)
    return Part ? <Part {...props} /> : <Waiting />
  }
  return Object.assign(Lazy, { preload })
}

type Loading<Props> = {
  readonly Part?: ComponentType<Props>
  readonly failure?: { readonly error: unknown }
}

function Nothing(): null {
  return null
}

/** Lets failed parts be loaded again when they are next shown. */
export function loadAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
  renewSheets()
}

function loadWithSheets<Part>(load: () => Promise<Part>): Promise<Part> {
  renewSheets()
  return load()
}

/** The loader asks for a style sheet only once. */
function renewSheets(): void {
  for (const sheet of brokenSheets) sheet.replaceWith(sheet.cloneNode())
  brokenSheets.clear()
}

/** Loads a part that no screen waits for, and retries while the server is away. */
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
