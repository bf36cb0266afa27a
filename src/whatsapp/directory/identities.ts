import { jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid, isPhoneJid, userOfJid } from '../../contract/jid.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import type { Addressing, Identity } from './addressing.ts'
import { createBoundedMap } from './bounded-map.ts'
import type { QueryPace } from './query-pace.ts'
import { askForLid } from './usync.ts'

/** A number without a LID is asked about once in this time. */
const ASKED_AGAIN_MS = 24 * 3_600_000
const ASKED_KEPT = 2_000

/** Knows both names of people: the mapping is kept with the device's keys. */
export function createIdentities({
  sock,
  store,
  addressing,
  pace,
  timeoutMs,
}: {
  readonly sock: WASocket
  readonly store: AuthStore
  readonly addressing: Addressing
  readonly pace: Pick<QueryPace, 'device'>
  readonly timeoutMs: number
}) {
  const mapping = sock.signalRepository.lidMapping
  const askedAt = createBoundedMap<number>(ASKED_KEPT)
  const refreshing = new Map<string, Promise<Identity>>()
  return { own, find, refresh }

  function own(): Identity {
    const { id, lid } = sock.user ?? {}
    return { phoneJid: nameOf(id), lid: nameOf(lid) }
  }

  /** @throws where a LID has to be asked for, and the directory gave no answer */
  async function find(jid: string): Promise<Identity> {
    const name = jidNormalizedUser(jid)
    const self = own()
    if (name === self.phoneJid || name === self.lid) return self
    if (isLidJid(name)) {
      const phoneJid = nameOf(await mapping.getPNForLID(name))
      return { phoneJid, lid: name }
    }
    const lid = nameOf(await mapping.getLIDForPN(name))
    return { phoneJid: name, lid: lid ?? (await findLid(name)) }
  }

  /** Asks for a LID that is not known, where the account needs one. */
  async function findLid(phoneJid: string): Promise<string | null> {
    if (addressing.mode() === 'pn' || !isPhoneJid(phoneJid)) return null
    const last = askedAt.get(phoneJid)
    if (last !== undefined && Date.now() - last < ASKED_AGAIN_MS) return null
    const lid = await pace.device(() => askForLid(sock, { phoneJid, timeoutMs }))
    if (lid === null) askedAt.set(phoneJid, Date.now())
    else await mapping.storeLIDPNMappings([{ pn: phoneJid, lid }])
    return lid
  }

  /** Asks for somebody's LID although one is known, once at a time. */
  function refresh(old: Identity): Promise<Identity> {
    const { phoneJid } = old
    if (phoneJid === null) return Promise.resolve(old)
    const work = refreshing.get(phoneJid) ?? refreshNow(old, phoneJid)
    refreshing.set(phoneJid, work)
    return work.finally(() => refreshing.delete(phoneJid))
  }

  async function refreshNow(old: Identity, phoneJid: string): Promise<Identity> {
    const lid = await pace.device(() => askForLid(sock, { phoneJid, timeoutMs }))
    if (lid === null || lid === old.lid) return old
    await mapping.storeLIDPNMappings([{ pn: phoneJid, lid }])
    // Whoever has the old LID now, it is no longer this number.
    if (old.lid) {
      await store.keys.set({ 'lid-mapping': { [`${userOfJid(old.lid)}_reverse`]: null } })
    }
    return { phoneJid, lid }
  }
}

function nameOf(jid: string | null | undefined): string | null {
  return jidNormalizedUser(jid ?? undefined) || null
}
