import { randomBytes } from 'node:crypto'
import type { Server } from 'node:net'
import type { SimulatorControl } from './control/control.ts'
import { createControlServer } from './control/control-server.ts'
import { playIncidents } from './control/incidents.ts'
import { createControl } from './control/local-control.ts'
import { createPhoneSenderKeys } from './groups/phone-sender-keys.ts'
import { createInbound } from './messages/inbound.ts'
import { createMediaCertificate, createMediaServer } from './messages/media-server.ts'
import { createMedia } from './messages/media-store.ts'
import { createMessages } from './messages/messages.ts'
import type { Connection } from './protocol/connection.ts'
import { createNoiseIdentity } from './protocol/noise.ts'
import { createPairing } from './protocol/pairing.ts'
import { createQueries } from './protocol/queries.ts'
import { createWhatsappServer } from './whatsapp-server.ts'
import type { Behaviour } from './world/behaviour.ts'
import type { Faults } from './world/faults.ts'
import { STANDARD_WORLD, type WorldName, type WorldPreset, worldPresets } from './world/presets.ts'
import { createRandom } from './world/random.ts'
import { openState, type State } from './world/state-file.ts'
import { createWorld, type World } from './world/world.ts'

export type SimulatorOptions = {
  /** How WhatsApp treats accounts and numbers; left out: as it really does. */
  world?: WorldName
  /** Seed of what a world draws at random. */
  worldSeed?: number
  /** How many times further apart than usual a world's incidents are: for long campaigns. */
  incidentGap?: number
  /** Ports on 127.0.0.1; 0 or left out: the system chooses. */
  port?: number
  controlPort?: number
  mediaPort?: number
  /** Keeps root key, certificate and linked clients here, so that they can log in again. */
  stateDir?: string
  /** Pause before every answer. */
  latencyMs?: number
  /** Behaviour of numbers without a setting of their own. */
  defaults?: Behaviour
  /** Which plausible numbers are on WhatsApp; left out: all. In-process only. */
  exists?: (phone: string) => boolean
  /** Room for uploaded files; the oldest go first. */
  mediaBytes?: number
}

export type Simulator = {
  whatsappUrl: string
  /** The 32-byte public key that signs the server's certificates, in hex. */
  rootKeyHex: string
  mediaCaPem: string
  /** The same authority as a file, when there is a `stateDir`. */
  mediaCaPath: string | undefined
  controlUrl: string
  control: SimulatorControl
  close(): Promise<void>
}

const defaultMediaBytes = 256 * 1024 * 1024

/** Starts a WhatsApp server on loopback. @throws when a port is taken or the state is damaged. */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const state = await openState(options.stateDir, {
    seed: () => randomBytes(32),
    certificate: createMediaCertificate,
    failed: (error) => world.failed(error),
  })
  const preset = worldPresets[options.world ?? STANDARD_WORLD]
  const worldSeed = options.worldSeed ?? 1
  const world = createWorld({
    seed: state.seed,
    account: preset.account,
    faults: { ...preset.faults, ...latencyOf(options) },
    defaults: { ...preset.numbers, ...options.defaults },
    oddity: (name) => drawOddity(preset, createRandom(worldSeed, name)),
    exists: options.exists ?? (() => true),
    changed: state.changed,
  })
  state.attach(world)
  const connections = new Set<Connection>()
  const { control, whatsapp, media } = build({ world, state, connections, options })
  const controlServer = createControlServer(control)
  const servers = [whatsapp, media, controlServer]
  try {
    await listen(whatsapp, options.port)
    await listen(media, options.mediaPort)
    await listen(controlServer, options.controlPort)
  } catch (error) {
    await Promise.all(servers.map(stop))
    throw error
  }
  const playing = playIncidents({
    incidents: preset.incidents,
    gap: options.incidentGap ?? 1,
    control,
    seed: worldSeed,
    failed: world.failed,
  })

  return {
    whatsappUrl: `ws://127.0.0.1:${portOf(whatsapp)}/ws/chat`,
    rootKeyHex: state.rootKeys.publicBytes.toString('hex'),
    mediaCaPem: state.certificate.caPem,
    mediaCaPath: state.caPath,
    controlUrl: `http://127.0.0.1:${portOf(controlServer)}`,
    control,
    close,
  }

  async function close(): Promise<void> {
    playing.stop()
    world.timers.clear()
    for (const connection of connections) connection.cut()
    await Promise.all(servers.map(stop))
    await state.close()
  }
}

function latencyOf({ latencyMs }: SimulatorOptions): { latencyMs?: number } {
  return latencyMs === undefined ? {} : { latencyMs }
}

function drawOddity({ oddNumbers }: WorldPreset, random: () => number): Behaviour {
  let left = random()
  for (const { share, behaviour } of oddNumbers) {
    if (left < share) return behaviour
    left -= share
  }
  return {}
}

function build(given: {
  world: World
  state: State
  connections: Set<Connection>
  options: SimulatorOptions
}): { control: SimulatorControl; whatsapp: Stoppable; media: Stoppable } {
  const { world, state, connections, options } = given
  const { stats } = world
  const store = createMedia({
    maximumBytes: options.mediaBytes ?? defaultMediaBytes,
    failed: () => {
      stats.mediaFailures += 1
    },
  })
  const host = () => `127.0.0.1:${portOf(media)}`
  const media = createMediaServer({
    certificate: state.certificate,
    media: store,
    host,
    uploaded: () => {
      stats.uploads += 1
    },
    refusal: () => world.faults.failUploads,
    loss: () => nextLoss(world.faults),
  })
  const senderKeys = createPhoneSenderKeys()
  const messages = createMessages(world, { media: store, senderKeys })
  const { signal } = messages
  const inbound = createInbound(world, { signal, media: store, mediaHost: host, senderKeys })
  const pairing = createPairing(world)
  const queries = createQueries({ world, inbound, media: store, mediaHost: host })
  const identity = createNoiseIdentity(state.rootKeys)
  const parts = { world, identity, connections, pairing, queries, messages, inbound }
  return {
    control: createControl({ world, connections, pairing, inbound }),
    whatsapp: createWhatsappServer(parts),
    media,
  }
}

/** What the next download is refused with; null: with nothing. */
function nextLoss(faults: Faults): number | null {
  const loss = faults.failDownloads
  if (loss === null) return null
  faults.failDownloads = loss.count > 1 ? { ...loss, count: loss.count - 1 } : null
  return loss.status
}

type Stoppable = Server & { closeAllConnections(): void }

function listen(server: Server, port = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function stop(server: Stoppable): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
