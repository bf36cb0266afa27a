import { jidDecode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'

/** Tells of calls to the account as they come; nothing of them is kept. */
export function listenForCalls({
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
  sock.ev.on('call', (calls) => {
    for (const call of calls) {
      phoneOf(call)
        .then((phone) => {
          const { id, chatId, from, date, status, isVideo, isGroup, offline } = call
          const at = Number.isNaN(date.getTime()) ? new Date() : date
          emit({
            type: 'call',
            key,
            call: {
              ...{ id, chatJid: jidNormalizedUser(chatId), from, phone, status },
              at: at.toISOString(),
              isVideo: isVideo === true,
              isGroup: isGroup === true,
              isOffline: offline,
            },
          })
        })
        .catch((error: unknown) => log('warn', 'a call could not be read', describe(error)))
    }
  })

  async function phoneOf({
    from,
    callerPn,
  }: {
    readonly from: string
    readonly callerPn?: string | undefined
  }): Promise<string | null> {
    const caller = jidNormalizedUser(from)
    const known = [callerPn ?? '', caller].find(isPhoneJid)
    if (known) return jidDecode(known)?.user ?? null
    if (!isLidJid(caller)) return null
    const mapped = await sock.signalRepository.lidMapping.getPNForLID(caller)
    return mapped ? (jidDecode(mapped)?.user ?? null) : null
  }
}
