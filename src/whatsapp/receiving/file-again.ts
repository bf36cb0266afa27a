import { jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { FILE_AGAIN_TIMEOUT_MS } from '../../contract/limits.ts'
import type { AccountAct } from '../../domain/account-acts.ts'

/**
 * Asks the account's phone to lay a message's file on WhatsApp's server once more.
 * @returns its path there; null where the phone does not answer in time
 * @throws Error where the phone does not have it any more
 */
export async function askForFile(
  sock: WASocket,
  {
    messageId: id,
    isFromMe: fromMe,
    participant,
    mediaKey,
  }: Extract<AccountAct, { kind: 'file_again' }>,
  remoteJid: string,
): Promise<string | null> {
  // A path of its own: Baileys writes the new one where it has found the old one.
  const documentMessage = { mediaKey: Buffer.from(mediaKey, 'base64'), directPath: '' }
  const key = {
    ...{ id, remoteJid, fromMe },
    ...(participant !== '' && { participant: jidNormalizedUser(participant) }),
  }
  const asked = sock.updateMediaMessage({ key, message: { documentMessage } })
  await Promise.race([asked, inTime()])
  return documentMessage.directPath || null
}

function inTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, FILE_AGAIN_TIMEOUT_MS).unref())
}
