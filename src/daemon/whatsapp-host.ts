import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { runHost } from '../whatsapp/hosts/host.ts'

/** Entry script of a host thread, which a failure ends. */
void runHost(openDeviceKeys)
