import { DEFAULT_CONNECTION_CONFIG, type SocketConfig } from '@whiskeysockets/baileys'
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
