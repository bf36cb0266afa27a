import type { Lookup, LookupRequest } from '../../domain/messenger.ts'
import { isRateLimited, readFailure } from '../connection/failure.ts'
import {
  askByPhone,
  askByJid as askSocketByJid,
  type DirectoryEntry,
  type QuerySocket,
} from '../directory/usync.ts'

/** Queries WhatsApp's directory, in as few queries as the server allows. */
export function createQuestions(socket: QuerySocket, timeoutMs: number) {
  let takesAllTopics = true
  return { askForAll, askByJid }

  function askByJid(jids: readonly string[]): Promise<DirectoryEntry[]> {
    return askSocketByJid(socket, { jids, timeoutMs })
  }

  /**
   * Queries existence, LID and devices of every number, in one query where the server accepts that.
   */
  async function askForAll(phones: readonly string[]): Promise<DirectoryEntry[]> {
    const entries = await askTogether(phones)
    const incomplete = entries.filter((it) => it.isOnWhatsApp && !(it.lid && it.devices))
    if (incomplete.length === 0) return entries
    const jids = [...new Set(incomplete.map(({ jid }) => jid))]
    const rest = new Map((await askByJid(jids)).map((entry) => [entry.jid, entry]))
    return entries.map((entry) => {
      const more = rest.get(entry.jid)
      if (!more) return entry
      const hasError = entry.hasError || more.hasError
      return { ...entry, lid: more.lid ?? entry.lid, devices: more.devices, hasError }
    })
  }

  async function askTogether(phones: readonly string[]): Promise<DirectoryEntry[]> {
    if (takesAllTopics) {
      try {
        const topics = ['contact', 'devices', 'lid'] as const
        return await askByPhone(socket, { phones, topics, timeoutMs })
      } catch (error) {
        const failure = readFailure(error)
        if (failure.serverCode === null || isRateLimited(failure)) throw error
        takesAllTopics = false
      }
    }
    return askByPhone(socket, { phones, topics: ['contact'], timeoutMs })
  }
}

/** Combines the entries about one recipient, whichever form of the number they came under. */
export function judge(
  { phone, candidates }: LookupRequest,
  entries: readonly DirectoryEntry[],
): Lookup {
  const names = new Set(candidates.map(nameOf))
  const own = entries.filter(({ jid, askedPhone }) => {
    if (askedPhone !== null) return candidates.includes(askedPhone)
    return names.has(nameOf(jid.split(/[:@]/)[0] ?? ''))
  })
  const rank = (entry: DirectoryEntry) => candidates.indexOf(entry.askedPhone ?? '')
  const hits = own.filter((entry) => entry.isOnWhatsApp).sort((one, two) => rank(one) - rank(two))
  const hit = hits.find(({ lid }) => lid !== null)
  if (hit?.lid) return { phone, result: 'found', jid: hit.jid, lid: hit.lid }
  if (hits.length > 0) return { phone, result: 'unknown', detail: 'no LID is known' }
  if (own.some(({ hasError }) => hasError)) {
    return { phone, result: 'unknown', detail: 'the directory answered with an error' }
  }
  return { phone, result: 'absent' }
}

/** Maps both forms of a Brazilian mobile number, with and without the ninth digit, to one name. */
function nameOf(phone: string): string {
  return phone.replace(/^(55\d\d)9(\d{8})$/, '$1$2')
}
