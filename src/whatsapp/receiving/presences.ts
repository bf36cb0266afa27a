import { jidDecode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid, phoneJid } from '../../contract/jid.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'

/** Tells what people do in their chats with the account, as it comes; nothing of it is kept. */
export function listenForPresences({
  key,
  sock,
  emit,
  log,
}: {
  readonly key: DeviceKey
  readonly sock: WASocket
  readonly emit: (event: MessengerEvent) => void
  readonly log: WriteLog
}): void {
  sock.ev.on('presence.update', ({ id, presences }) => {
    tell(id, presences).catch((error: unknown) => {
      log('warn', 'a presence could not be read', describe(error))
    })
  })

  async function tell(
    id: string,
    presences: Readonly<
      Record<string, { readonly lastKnownPresence: string; readonly lastSeen?: number }>
    >,
  ): Promise<void> {
    const chatJid = await nameOf(id)
    for (const [who, { lastKnownPresence: presence, lastSeen }] of Object.entries(presences)) {
      const told = { chatJid, jid: await nameOf(who), presence, lastSeenSeconds: lastSeen ?? null }
      emit({ type: 'presence', key, presence: told })
    }
  }

  /** By the phone where that is known. */
  async function nameOf(jid: string): Promise<string> {
    const plain = jidNormalizedUser(jid)
    if (!isLidJid(plain)) return plain
    const mapped = await sock.signalRepository.lidMapping.getPNForLID(plain)
    const phone = mapped && jidDecode(mapped)?.user
    return phone ? phoneJid(phone) : plain
  }
}
