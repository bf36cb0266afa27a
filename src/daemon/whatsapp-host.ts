import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { runHost } from '../whatsapp/hosts/host.ts'
import { setConnectionPatience } from './connection-patience.ts'

/** Entry script of a host thread, which a failure ends. */
setConnectionPatience()
void runHost(openDeviceKeys)
