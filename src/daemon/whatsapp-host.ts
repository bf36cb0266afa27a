import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { runHost } from '../whatsapp/hosts/host.ts'

/** What a host thread begins with. */
await runHost(openDeviceKeys)
