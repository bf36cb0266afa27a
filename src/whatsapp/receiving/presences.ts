import type { WASocket } from '@whiskeysockets/baileys'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import { createPersonNames } from './person-names.ts'

/** Emits what people do in their chats with the account (online, typing); nothing is stored. */
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
  const { nameOf } = createPersonNames(sock)
  sock.ev.on('presence.update', ({ id, presences }) => {
    publish(id, presences).catch((error: unknown) => {
      log('warn', 'a presence could not be read', describe(error))
    })
  })

  async function publish(
    id: string,
    presences: Readonly<
      Record<string, { readonly lastKnownPresence: string; readonly lastSeen?: number }>
    >,
  ): Promise<void> {
    const chatJid = await nameOf(id)
    for (const [who, { lastKnownPresence: presence, lastSeen }] of Object.entries(presences)) {
      const seen = { chatJid, jid: await nameOf(who), presence, lastSeenSeconds: lastSeen ?? null }
      emit({ type: 'presence', key, presence: seen })
    }
  }
}
