import { jidDecode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { type ClientVersion, formatClientVersion } from '../../contract/devices/client-version.ts'
import type { Inspection } from '../../domain/messenger.ts'
import type { Directory } from '../directory/directory.ts'
import { userOf } from '../directory/people.ts'
import { askForDevices } from '../directory/usync.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import { askNewChatCap, askTimeLock } from './limit-answers.ts'

/**
 * Asks WhatsApp about the account itself: its limits, its devices, and its own number in the
 * directory. Nobody else is asked about, since WhatsApp watches who looks strangers up.
 */
export async function inspect({
  sock,
  directory,
  addressing,
  clientVersion,
  timeoutMs,
  log,
}: {
  readonly sock: WASocket
  readonly directory: Pick<Directory, 'lookUp'>
  readonly addressing: Inspection['addressing']
  readonly clientVersion: ClientVersion
  readonly timeoutMs: number
  readonly log: WriteLog
}): Promise<Inspection> {
  const { me } = sock.authState.creds
  const own = jidNormalizedUser(me?.id)
  const phone = userOf(own)
  const [lock, newChats, ownDevices, [lookup]] = await Promise.all([
    orNull('lock', askTimeLock(sock, timeoutMs)),
    orNull('cap', askNewChatCap(sock, timeoutMs)),
    orNull('devices', askOwnDevices()),
    directory.lookUp([{ phone, candidates: [phone] }]),
  ])
  return {
    phone,
    clientVersion: formatClientVersion(clientVersion),
    hasName: Boolean(me?.name),
    addressing,
    lock,
    newChats,
    ownDevices,
    ownNumber: lookup?.result ?? 'unknown',
  }

  async function askOwnDevices(): Promise<Inspection['ownDevices']> {
    // A migrated account gets no devices in answer to a query by number.
    const name = addressing === 'pn' || !me?.lid ? own : jidNormalizedUser(me.lid)
    const [entry] = await askForDevices(sock, { people: [{ jid: name, hash: null }], timeoutMs })
    const thisDevice = jidDecode(me?.id)?.device ?? 0
    return entry?.devices?.map(({ id }) => ({ id, isThis: id === thisDevice })) ?? null
  }

  function orNull<Answer>(subject: string, question: Promise<Answer>): Promise<Answer | null> {
    return question.catch((error: unknown) => {
      log('debug', `WhatsApp did not tell the ${subject}`, readFailure(error).message)
      return null
    })
  }
}
