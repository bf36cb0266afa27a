import { setTimeout as delay } from 'node:timers/promises'
import { openDeviceKeys } from '../../../dist/server/storage/keys/device-keys.js'
import { runHost } from '../../../dist/server/whatsapp/hosts/host.js'

/** A host on a disk that takes its time to keep the label of a device. */
await runHost(async ({ authDir }) => ({
  keysOf: (key) => {
    const keys = openDeviceKeys(authDir)(key)
    return {
      ...keys,
      saveLabel: async (label) => {
        await delay(1_500)
        await keys.saveLabel(label)
      },
    }
  },
  close: async () => undefined,
}))
