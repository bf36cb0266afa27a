import { type ClientVersion, isNewerVersion } from '../../contract/devices/client-version.ts'
import { type Clock, toIso } from '../clock.ts'
import type { OwnedStore } from '../store.ts'

/** The newest client version that was found, and when WhatsApp's site was last asked. */
export type KnownClientVersion = {
  readonly id: 'newest'
  readonly version: ClientVersion
  readonly askedAt: string
}

/** The version that connections are to use; one that was set also wins over a newer one. */
export type WantedClientVersion = { readonly version: ClientVersion; readonly isSet: boolean }

export type ClientVersions = Awaited<ReturnType<typeof createClientVersions>>

const OWNER = 'whatsapp'
const DAY_MS = 24 * 3_600_000
/** The site refuses callers that look automated; one answer serves every device of this daemon. */
const ASK_GAP_MS = 10 * 60_000
/** The time between two requests while the versions in use are about to be refused. */
const RETRY_GAP_MS = 3_600_000

/**
 * Knows which client version WhatsApp takes: its server refuses old ones, every few months, and
 * the remedy has always been the number that its own site shows.
 */
export async function createClientVersions({
  setting,
  ask,
  store,
  clock,
  onFault,
}: {
  /** The operator's own choice; null: none. */
  readonly setting: ClientVersion | null
  /** Asks WhatsApp's site; null where the server is not WhatsApp's own. */
  readonly ask: (() => Promise<ClientVersion>) | null
  readonly store: OwnedStore<KnownClientVersion>
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
}) {
  const source = setting === null ? ask : null
  let known = await store.find(OWNER, 'newest')
  let lastAskMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let cancelNext: () => void = () => undefined
  let cancelRetry: () => void = () => undefined
  const listeners = new Set<(wanted: WantedClientVersion) => void>()
  let isStarted = false
  return { wanted, start, stop, findNewer, expectEnd, subscribe: listeners.add.bind(listeners) }

  /** Null: the version that the program was made with. */
  function wanted(): WantedClientVersion | null {
    if (setting !== null) return { version: setting, isSet: true }
    return known ? { version: known.version, isSet: false } : null
  }

  /** Asks now, unless an earlier process just has, then once a day. A second call does nothing. */
  function start(): void {
    if (isStarted) return
    isStarted = true
    if (known && clock.now() - Date.parse(known.askedAt) < ASK_GAP_MS) {
      lastAskMs = Date.parse(known.askedAt)
    }
    if (source) void askDaily()
  }

  async function askDaily(): Promise<void> {
    cancelNext = clock.after(DAY_MS, () => void askDaily())
    await askOnce()
  }

  function stop(): void {
    cancelNext()
    cancelRetry()
  }

  /** A version that is greater than a refused one, asking WhatsApp's site where none is known. */
  async function findNewer(refused: ClientVersion): Promise<ClientVersion | null> {
    if (setting !== null) return null
    if (!isKnownNewer(refused)) await askOnce()
    return known && isNewerVersion(known.version, refused) ? known.version : null
  }

  /** Takes in WhatsApp's notice that the versions in use will be refused from a time on. */
  async function expectEnd(atMs: number): Promise<void> {
    cancelRetry()
    const before = known?.version
    await askOnce()
    const isFound = known !== undefined && (!before || isNewerVersion(known.version, before))
    if (isFound || clock.now() + RETRY_GAP_MS >= atMs) return
    cancelRetry = clock.after(RETRY_GAP_MS, () => void expectEnd(atMs))
  }

  function isKnownNewer(version: ClientVersion): boolean {
    return known !== undefined && isNewerVersion(known.version, version)
  }

  /** Asks, at most once in ten minutes, and keeps an answer that is newer. */
  async function askOnce(): Promise<void> {
    if (asking !== null) {
      await asking
      return
    }
    if (!source || clock.now() - lastAskMs < ASK_GAP_MS) return
    lastAskMs = clock.now()
    asking = source()
      .then(keep)
      .catch(onFault)
      .finally(() => {
        asking = null
      })
    await asking
  }

  async function keep(found: ClientVersion): Promise<void> {
    const isNewer = known === undefined || isNewerVersion(found, known.version)
    const version = known === undefined || isNewer ? found : known.version
    known = { id: 'newest', version, askedAt: toIso(clock.now()) }
    if (isNewer) for (const listener of listeners) listener({ version, isSet: false })
    await store.save(OWNER, known)
  }
}
