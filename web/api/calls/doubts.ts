import { z } from 'zod'
import { getSessionEnd, onSessionChange } from '../../session/session.ts'
import { tabStorage } from '../../tab-storage.ts'

/**
 * Calls to which no answer came, kept by the browser for this tab: whoever loads the page anew and
 * does the same again is not to do it twice.
 */

const KEPT_AS = 'disparo.pedidos-em-duvida'
/** How long a call may be in doubt: who does the same again later than that means it. */
const IN_DOUBT_MS = 15 * 60_000
/** A browser keeps some five million letters for a tab; a longer call is known to this page alone. */
const LONGEST_KEPT = 100_000

const Doubt = z.object({
  /** What was asked for. */
  content: z.string(),
  /** What it was asked for under. */
  key: z.string(),
  askedAtMs: z.number(),
})
type Doubt = z.infer<typeof Doubt>
const Doubts = z.array(Doubt).catch([])

/** Not read before somebody asks: the first screen has none, and would wait for its check. */
let known: readonly Doubt[] | undefined

onSessionChange(() => {
  if (getSessionEnd() === 'left') dropDoubts()
})

/** The key of a call that is in doubt. */
export function keyInDoubt(content: string): string | undefined {
  return recent().find((doubt) => doubt.content === content)?.key
}

export function addDoubt(content: string, key: string): void {
  change([...others(content), { content, key, askedAtMs: Date.now() }])
}

export function dropDoubt(content: string): void {
  change(others(content))
}

/** Of all calls: what they made may be gone, and is then made anew. */
export function dropDoubts(): void {
  if (doubts().length > 0) change([])
}

function doubts(): readonly Doubt[] {
  known ??= Doubts.parse(tabStorage.read(KEPT_AS))
  return known
}

function others(content: string): readonly Doubt[] {
  return recent().filter((doubt) => doubt.content !== content)
}

function recent(): readonly Doubt[] {
  return doubts().filter(({ askedAtMs }) => Math.abs(Date.now() - askedAtMs) < IN_DOUBT_MS)
}

function change(to: readonly Doubt[]): void {
  known = to
  tabStorage.keep(
    KEPT_AS,
    to.filter(({ content }) => content.length <= LONGEST_KEPT),
  )
}
