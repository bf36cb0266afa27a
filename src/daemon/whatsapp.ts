import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createMessenger, type MessengerOptions } from '../whatsapp/hosts/messenger.ts'

/** Entry script of the threads that own WhatsApp connections. */
const hostUrl = new URL('./whatsapp-host.js', import.meta.url)

type Needs = Omit<MessengerOptions, 'hostUrl' | 'server' | 'hosts' | 'sendWindow'> & {
  readonly log: Logger
}

/** Connects devices to the server that the configuration names, in threads of their own. */
export function createDaemonMessenger({ whatsapp }: Pick<Config, 'whatsapp'>, needs: Needs) {
  const { hosts, sendWindow, version: _, ...server } = whatsapp
  return createMessenger({ ...needs, hostUrl, server, hosts, sendWindow })
}
