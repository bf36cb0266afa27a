import type { OpenKeys } from '../domain/devices/device-keys.ts'
import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { runHost } from '../whatsapp/hosts/host.ts'
import { setConnectionPatience } from './connection-patience.ts'

const openKeys: OpenKeys = async (place) => {
  if (place.kind === 'folder') {
    return { keysOf: openDeviceKeys(place.authDir), close: async () => undefined }
  }
  throw new Error('no database')
}

/** Entry script of a host thread, which a failure ends. */
setConnectionPatience()
void runHost(openKeys)
