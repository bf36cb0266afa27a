import type { AuthenticationCreds, WASocket } from '@whiskeysockets/baileys'
import type { AuthStore } from '../keys/auth-store.ts'
import type { WriteLog } from './baileys-log.ts'
import { whenSettingsOpen } from './settings-turn.ts'

/** Notes that the account's settings were read with these keys. */
const SETTINGS_READ = 'settings-read'

/**
 * Learns the account's name from its settings, once per pairing. Baileys reads them only along with
 * the whole history; without a name no presence is sent, and people who don't have the account
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
  whenSettingsOpen({ sock, log }, async () => {
    if (store.readNote(SETTINGS_READ) !== undefined) return
    await sock.resyncAppState(['critical_block'], true)
    store.saveNote(SETTINGS_READ, 'true')
  })
}

/** Baileys' own, while a code is shown. */
const NAME_BEFORE_PAIRING = '~'

/** The account's name; null before it is known. */
export function nameIn({ me }: Pick<AuthenticationCreds, 'me'>): string | null {
  return me?.name && me.name !== NAME_BEFORE_PAIRING ? me.name : null
}
