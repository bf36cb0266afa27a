import type { OpenKeys } from '../domain/devices/device-keys.ts'
import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { runHost } from '../whatsapp/hosts/host.ts'
import { setConnectionPatience } from './connection-patience.ts'

const openKeys: OpenKeys = async (place) => {
  if (place.kind === 'folder') {
    return { keysOf: openDeviceKeys(place.authDir), close: async () => undefined }
  }
  // Only where it is asked for: a driver of databases takes its time and memory in every thread.
  const { openKeyStore } = await import('../storage-postgres/keys/device-keys.ts')
  return openKeyStore(place)
}

/** Entry script of a host thread, which a failure ends. */
setConnectionPatience()
void runHost(openKeys)
