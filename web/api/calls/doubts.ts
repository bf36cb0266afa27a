import { z } from 'zod'
import { getSessionEnd, onSessionChange } from '../../session/session.ts'
import { tabStorage } from '../../tab-storage.ts'

/**
 * Calls that got no answer, kept by the browser for this tab: the same call made again, even after
 * a reload, goes under the same key, so that the server does not carry it out twice.
 */

const KEPT_AS = 'disparo.pedidos-em-duvida'
/** How long a call may be in doubt: the same one made later than that is meant as a new one. */
const IN_DOUBT_MS = 15 * 60_000
/** Browsers keep some five million characters for a tab; a longer call stays with this page. */
const LONGEST_KEPT = 100_000

const Doubt = z.object({
  /** The user, the call and its input, as text. */
  content: z.string(),
  /** The key that it was sent with. */
  key: z.string(),
  askedAtMs: z.number(),
})
type Doubt = z.infer<typeof Doubt>
const Doubts = z.array(Doubt).catch([])

/** Read only when needed: the first screen makes no such calls, and would wait for the check. */
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

/** Drops all doubts: what the calls made may be gone, and asking again has to make it anew. */
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
