import {
  DEFAULT_CONNECTION_CONFIG,
  type SocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'
import { createBoundedMap } from './bounded-map.ts'

const CACHED_MAPPINGS = 4_000

/**
 * Baileys' Signal repository with another cache of phone-to-LID mappings. The original keeps every
 * entry for three days under a timer of its own, and each timer holds the whole transaction in
 * whose context it was started: 12 kB and more for every recipient. Nor does it query WhatsApp for a
 * mapping: the product's own directory does, at its own pace, and a send never waits for it.
 */
export const makeSignalRepository: SocketConfig['makeSignalRepository'] = (...parts) => {
  const [auth, logger] = parts
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, askNobody)
  if (Reflect.has(repository.lidMapping, 'mappingCache')) {
    Reflect.set(repository.lidMapping, 'mappingCache', createBoundedMap<string>(CACHED_MAPPINGS))
  }
  return repository
}

function askNobody(): Promise<undefined> {
  return Promise.resolve(undefined)
}

/**
 * Keeps both names of the account before its first message. Baileys does so once the login is over,
 * while the account's phone already writes: the session of a first message was then kept under the
 * number and sought under the LID, and no other message of the phone could be read.
 */
export function knowAccount(
  { authState, signalRepository }: Pick<WASocket, 'authState' | 'signalRepository'>,
  log: WriteLog,
): void {
  const { id: pn, lid } = authState.creds.me ?? {}
  if (!pn || !lid) return
  signalRepository.lidMapping.storeLIDPNMappings([{ pn, lid }]).catch((error: unknown) => {
    log('warn', "the account's own names could not be kept", readFailure(error).message)
  })
}
