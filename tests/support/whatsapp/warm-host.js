import { parentPort } from 'node:worker_threads'
import { openDeviceKeys } from '../../../dist/server/storage/keys/device-keys.js'
import { runHost } from '../../../dist/server/whatsapp/hosts/host.js'

/** A thread that is one host after another, for `warm-host.ts`. */
parentPort.on('message', (beginning) => {
  // Those of the host before, which has been stopped.
  process.removeAllListeners('unhandledRejection')
  void runHost(openKeys, beginning)
})

async function openKeys({ authDir }) {
  return { keysOf: openDeviceKeys(authDir), close: async () => undefined }
}
