import type { WASocket } from '@whiskeysockets/baileys'
import type { AuthStore } from '../keys/auth-store.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'

/** Notes that the account's settings were read with these keys. */
const SETTINGS_READ = 'settings-read'

/**
 * Learns the account's name from its settings, once per pairing. Baileys reads them only along with
 * the whole history; without a name no presence is told, and people who don't have the account
 * among their contacts see a dash in place of it.
 */
export function learnName({
  sock,
  store,
  log,
}: {
  readonly sock: WASocket
  readonly store: Pick<AuthStore, 'readNote' | 'saveNote'>
  readonly log: WriteLog
}): void {
  let isOpen = false
  let isReading = false
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === undefined) return
    isOpen = connection === 'open'
    readOnce()
  })
  sock.ev.on('creds.update', readOnce)

  /** The settings can be read as soon as the phone has shared their key. */
  function readOnce(): void {
    const { myAppStateKeyId } = sock.authState.creds
    if (!isOpen || isReading || !myAppStateKeyId || store.readNote(SETTINGS_READ) !== undefined)
      return
    isReading = true
    read().catch((error: unknown) => {
      // The next login tries again.
      log('debug', 'the settings of the account could not be read', readFailure(error).message)
    })
  }

  async function read(): Promise<void> {
    await sock.resyncAppState(['critical_block'], true)
    store.saveNote(SETTINGS_READ, 'true')
  }
}
