import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { MediaCertificate } from '../messages/media-server.ts'
import { type KeyPair, keyPairFrom, newKeyPair } from '../protocol/x25519.ts'
import { noLimits } from './account-settings.ts'
import { personName } from './numbers.ts'
import type { Account, Companion, World } from './world.ts'

/** The state that outlives a restart: keys and linked clients. Inboxes and sessions do not. */
export type State = {
  seed: Buffer
  rootKeys: KeyPair
  certificate: MediaCertificate
  caPath: string | undefined
  /** Puts the accounts read from the file into the world, which is written from then on. */
  attach(world: World): void
  changed(): void
  close(): Promise<void>
}

const Bytes = z.codec(z.base64(), z.instanceof(Buffer), {
  decode: (text) => Buffer.from(text, 'base64'),
  encode: (bytes) => bytes.toString('base64'),
})

const StoredCompanion = z.object({
  device: z.int(),
  noiseKey: Bytes,
  identity: Bytes,
  registrationId: z.int(),
  signedPreKey: z.object({ id: z.int(), publicBytes: Bytes, signature: Bytes }),
  preKeys: z.array(z.tuple([z.int(), Bytes])),
  historyTaken: z.boolean(),
})

const StoredState = z.object({
  version: z.literal(1),
  seed: Bytes,
  rootPrivateKey: Bytes,
  certificate: z.object({ caPem: z.string(), certificatePem: z.string(), keyPem: z.string() }),
  accounts: z.array(
    z.object({
      phone: z.string(),
      pushName: z.string(),
      lastDevice: z.int(),
      companions: z.array(StoredCompanion),
    }),
  ),
})
type StoredState = z.infer<typeof StoredState>

const stateName = 'simulator.json'
const caName = 'media-ca.pem'
/** Changes come in bursts, a pairing's above all. */
const writeDelayMs = 100

export async function openState(
  directory: string | undefined,
  given: {
    seed: () => Buffer
    certificate: () => Promise<MediaCertificate>
    failed: (error: unknown) => void
  },
): Promise<State> {
  const stored = directory === undefined ? undefined : await read(directory)
  const base: StoredState = stored ?? {
    version: 1,
    seed: given.seed(),
    rootPrivateKey: newKeyPair().privateBytes,
    certificate: await given.certificate(),
    accounts: [],
  }
  let world: World | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  if (directory !== undefined) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await write(join(directory, caName), base.certificate.caPem)
    // Not through `save`: a directory that cannot be written stops the start.
    await write(join(directory, stateName), textOf(base))
  }
  return {
    seed: base.seed,
    rootKeys: keyPairFrom(base.rootPrivateKey),
    certificate: base.certificate,
    caPath: directory === undefined ? undefined : join(directory, caName),
    attach,
    changed,
    close,
  }

  function attach(attached: World): void {
    world = attached
    for (const account of base.accounts) {
      attached.accounts.set(personName(account.phone), restore(account))
    }
  }

  function changed(): void {
    if (directory === undefined || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void save()
    }, writeDelayMs)
    timer.unref()
  }

  function save(): Promise<void> {
    if (directory === undefined) return writing
    const path = join(directory, stateName)
    const accounts = world ? [...world.accounts.values()].map(store) : base.accounts
    const text = textOf({ ...base, accounts })
    // A write that failed must not keep the later ones from trying again.
    writing = writing.then(() => write(path, text)).catch(given.failed)
    return writing
  }

  async function close(): Promise<void> {
    if (timer) {
      clearTimeout(timer)
      timer = undefined
      await save()
    }
    await writing
  }
}

function textOf(state: StoredState): string {
  return JSON.stringify(z.encode(StoredState, state))
}

async function read(directory: string): Promise<StoredState | undefined> {
  try {
    const text = await readFile(join(directory, stateName), 'utf8')
    return z.decode(StoredState, JSON.parse(text))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new Error(`cannot read the simulator's state in ${directory}`, { cause })
  }
}

async function write(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(temporary, 0o600)
  await rename(temporary, path)
}

function store({ phone, pushName, lastDevice, companions }: Account) {
  return {
    phone,
    pushName,
    lastDevice,
    companions: [...companions.values()].map((companion) => ({
      ...companion,
      preKeys: [...companion.preKeys],
    })),
  }
}

function restore(stored: StoredState['accounts'][number]): Account {
  const account: Account = {
    phone: stored.phone,
    pushName: stored.pushName,
    lastDevice: stored.lastDevice,
    companions: new Map(),
    limits: { ...noLimits },
  }
  for (const one of stored.companions) {
    const companion: Companion = {
      ...one,
      ...{ account, preKeys: new Map(one.preKeys), connection: undefined },
      ...{ outbox: new Map(), inFlight: 0 },
    }
    account.companions.set(one.device, companion)
  }
  return account
}
