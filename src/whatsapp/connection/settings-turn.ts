import type { WASocket } from '@whiskeysockets/baileys'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'

/**
 * Reads something of the account's settings once per connection, as soon as that is open and the
 * phone has shared their key. What fails is tried again at the next login.
 */
export function whenSettingsOpen(
  { sock, log }: { readonly sock: WASocket; readonly log: WriteLog },
  read: () => Promise<void>,
): void {
  let isOpen = false
  let hasBegun = false
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === undefined) return
    isOpen = connection === 'open'
    readOnce()
  })
  sock.ev.on('creds.update', readOnce)

  function readOnce(): void {
    if (!isOpen || hasBegun || !sock.authState.creds.myAppStateKeyId) return
    hasBegun = true
    read().catch((error: unknown) => {
      log('debug', 'the settings of the account could not be read', readFailure(error).message)
    })
  }
}
