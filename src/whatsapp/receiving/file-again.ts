import {
  type BaileysEventMap,
  bindWaitForEvent,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  jidNormalizedUser,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import { FILE_AGAIN_TIMEOUT_MS } from '../../contract/limits.ts'
import type { AccountAct } from '../../domain/account-acts.ts'

/** The part of a connection that is used here. */
type Asking = Pick<WASocket, 'ev' | 'sendNode'> & {
  readonly authState: { readonly creds: { readonly me?: { readonly id: string } | undefined } }
}
type FileAgain = Extract<AccountAct, { kind: 'file_again' }>
type Answer = BaileysEventMap['messages.media-update'][number]

const { NOT_FOUND, SUCCESS } = proto.MediaRetryNotification.ResultType

/** Asks the account's phone to upload files to WhatsApp's server again, each once at a time. */
export function createFileRequests() {
  const waiting = new Map<string, Promise<string | null>>()
  return { ask }

  /**
   * @returns the file's path there; null where the phone says that it does not have it any more
   * @throws Error where the phone does not answer in time, or the connection ends
   */
  function ask(sock: Asking, act: FileAgain, remoteJid: string): Promise<string | null> {
    const name = `${remoteJid} ${act.messageId}`
    const known = waiting.get(name)
    if (known !== undefined) return known
    const asked = askForFile(sock, act, remoteJid).finally(() => waiting.delete(name))
    waiting.set(name, asked)
    return asked
  }
}

/** Asks without Baileys' `updateMediaMessage`, which waits for ever for a phone that is off. */
async function askForFile(
  sock: Asking,
  { messageId: id, isFromMe: fromMe, participant, mediaKey }: FileAgain,
  remoteJid: string,
): Promise<string | null> {
  const { me } = sock.authState.creds
  if (!me) throw new Error('an account without a name of its own')
  const sealedWith = Buffer.from(mediaKey, 'base64')
  const key = {
    ...{ id, remoteJid, fromMe },
    ...(participant !== '' && { participant: jidNormalizedUser(participant) }),
  }
  const answers: Answer[] = []
  const answered = bindWaitForEvent(sock.ev, 'messages.media-update')(async (updates) => {
    answers.push(...updates.filter((update) => update.key.id === id))
    return answers.length > 0
  }, FILE_AGAIN_TIMEOUT_MS)
  await Promise.all([sock.sendNode(encryptMediaRetryRequest(key, sealedWith, me.id)), answered])
  return pathIn(answers[0], sealedWith, id)
}

function pathIn(answer: Answer | undefined, mediaKey: Buffer, id: string): string | null {
  const { media, error } = answer ?? {}
  if (media) {
    const { result, directPath } = decryptMediaRetryData(media, mediaKey, id)
    if (result === SUCCESS && directPath) return directPath
    if (result === NOT_FOUND) return null
    throw new Error(`the phone did not lay a file there: ${result}`)
  }
  // An answer without an encrypted part gives its reason in plain text.
  if (Number(error?.data?.code) === NOT_FOUND) return null
  throw error ?? new Error('an answer about a file that says nothing')
}
