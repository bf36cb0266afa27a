import { jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isPhoneJid } from '../../contract/jid.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import { createPersonNames } from './person-names.ts'

/** Emits an event for each call to the account; nothing is stored. */
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
  const names = createPersonNames(sock)
  sock.ev.on('call', (calls) => {
    for (const call of calls) {
      names
        .phoneOf(isPhoneJid(call.callerPn ?? '') ? (call.callerPn ?? '') : call.from)
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
}
