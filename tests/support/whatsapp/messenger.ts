import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { MessengerEvent, SendOutcome, SendRequest } from '../../../src/domain/messenger.ts'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { createMessenger, type MessengerOptions } from '../../../src/whatsapp/hosts/messenger.ts'
import { eventually } from '../eventually.ts'
import { startWarmHost } from './warm-host.ts'

/** Host threads run the build; nothing else of `dist` is used. */
const hostUrl = new URL('../../../dist/program/whatsapp-host.js', import.meta.url)

/** Hosts that do what `orderMortalHosts` says. */
export const mortalHostUrl = new URL('./mortal-host.js', import.meta.url)

export function orderMortalHosts(what: 'exit' | 'hang'): void {
  const channel = new BroadcastChannel('mortal-host')
  onTestFinished(() => channel.close())
  channel.postMessage(what)
}

/** Knows no other client version than the one that Baileys was made for. */
const ownVersionOnly: MessengerOptions['clientVersions'] = {
  start: () => undefined,
  wanted: () => null,
  subscribe: (hear) => new Set([hear]),
  findNewer: async () => null,
  expectEnd: async () => undefined,
}

/** A folder that is removed at the end of the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'disparo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A messenger for this simulator, ended with the test; it keeps every event it publishes. */
export async function aMessenger(
  simulator: Simulator,
  { authDir: givenDir, ...options }: Partial<MessengerOptions> & { readonly authDir?: string } = {},
) {
  const events: MessengerEvent[] = []
  const authDir = givenDir ?? (await aFolder())
  // A test with its own script, limits or key place is about threads.
  const isAboutThreads = 'hostUrl' in options || 'hostLimits' in options || 'keyPlace' in options
  const messenger = createMessenger({
    ...(!isAboutThreads && { startWorker: startWarmHost }),
    keyPlace: { kind: 'folder', authDir },
    keysOf: openDeviceKeys(authDir),
    server: { url: simulator.whatsappUrl, rootKeyHex: simulator.rootKeyHex, mediaCaPath: null },
    findContent: async () => undefined,
    findJid: async () => undefined,
    readUpload: async () => null,
    clientVersions: ownVersionOnly,
    log: pino({ level: 'silent' }),
    hostUrl,
    sendWindow: 16,
    ...options,
    timings: { firstReconnectDelayMs: 50, maxReconnectDelayMs: 200, ...options.timings },
    onEvent: (event) => {
      events.push(event)
      return options.onEvent?.(event)
    },
  })
  onTestFinished(() => messenger.stop(0))
  return { messenger, events, latest, pair, reaches, send }

  /** Pairs a device by QR, as the phone of `phone`, and waits until it is connected. */
  async function pair(key: string, phone = '5511988887777'): Promise<void> {
    const since = events.length
    messenger.pair(key, { phone, withCode: false })
    const qr = await eventually(() => latest('qr', key, since))
    await simulator.control.scan({ qr: qr.qr, phone, name: 'Loja' })
    await reaches(key, 'connected')
  }

  /** Waits until the device's last state is this one, published after `since` events. */
  async function reaches(key: string, wanted: string, since = 0) {
    const told = () =>
      events.slice(since).flatMap((it) => (it.type === 'state' && it.key === key ? [it] : []))
    return eventually(() => {
      const state = told().at(-1)
      return state?.status === wanted || state?.reason === wanted ? state : undefined
    }).catch((cause: unknown) => {
      throw new Error(`${wanted} after ${JSON.stringify(told())}`, { cause })
    })
  }

  function latest<Type extends MessengerEvent['type']>(type: Type, key: string, since = 0) {
    return events
      .slice(since)
      .findLast(
        (event): event is Extract<MessengerEvent, { type: Type }> =>
          event.type === type && event.key === key,
      )
  }

  function send(key: string, request: Partial<SendRequest> & { to: string }): Promise<SendOutcome> {
    return messenger.send(key, aSend(request))
  }
}

let lastId = 0

/** A text to someone; under a message id of its own. */
export function aSend({ to, ...rest }: Partial<SendRequest> & { to: string }): SendRequest {
  return {
    messageId: `3EB0${String(++lastId).padStart(18, '0')}`,
    jid: `${to}@s.whatsapp.net`,
    content: { text: 'Olá', media: null },
    isRepeat: false,
    ...rest,
  }
}
