import type { WASocket } from '@whiskeysockets/baileys'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'

/** Changes of the credentials within this time are answered with one presence. */
const QUIET_MS = 500

export type Presence = {
  /** Tells WhatsApp how the device is to be shown now. */
  announce(): Promise<void>
}

/**
 * Keeps the device shown as away, under the account's name, unless its owner wants it online: as
 * available, WhatsApp would stop the notifications of the account's phone. Baileys does so at a
 * login that knows the name; but after any later change of the credentials it sends a presence
 * without a type, which may be read as available.
 */
export function keepPresence(
  sock: WASocket,
  { isAvailable, log }: { readonly isAvailable: () => boolean; readonly log: WriteLog },
): Presence {
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === undefined) return
    isOpen = connection === 'open'
    clearTimeout(timer)
    if (isOpen && isAvailable()) announceOrLog()
  })
  sock.ev.on('creds.update', () => {
    if (!isOpen) return
    clearTimeout(timer)
    timer = setTimeout(announceOrLog, QUIET_MS)
  })
  return { announce }

  function announceOrLog(): void {
    announce().catch((error: unknown) => {
      log('debug', 'the presence could not be announced', readFailure(error).message)
    })
  }

  function announce(): Promise<void> {
    return sock.sendPresenceUpdate(isAvailable() ? 'available' : 'unavailable')
  }
}
