import { chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
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
  /** Puts the accounts that were read into the world. */
  attach(world: World): void
  /** Writes what has become of an account, and of no other. */
  changed(account: Account): void
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

const StoredAccount = z.object({
  phone: z.string(),
  pushName: z.string(),
  lastDevice: z.int(),
  companions: z.array(StoredCompanion),
})
type StoredAccount = z.infer<typeof StoredAccount>

const baseFields = {
  seed: Bytes,
  rootPrivateKey: Bytes,
  certificate: z.object({ caPem: z.string(), certificatePem: z.string(), keyPem: z.string() }),
}
const StoredBase = z.object({ version: z.literal(2), ...baseFields })
type StoredBase = z.infer<typeof StoredBase>
/** The first version kept all accounts in one file, which was written anew with each change. */
const FirstVersion = z.object({
  version: z.literal(1),
  ...baseFields,
  accounts: z.array(StoredAccount),
})
const StoredState = z.discriminatedUnion('version', [FirstVersion, StoredBase])

const stateName = 'simulator.json'
const accountsName = 'accounts'
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
  const base: StoredBase = stored?.base ?? {
    version: 2,
    seed: given.seed(),
    rootPrivateKey: newKeyPair().privateBytes,
    certificate: await given.certificate(),
  }
  const accounts = stored?.accounts ?? []
  const dirty = new Set<Account>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  if (directory !== undefined) {
    await mkdir(join(directory, accountsName), { recursive: true, mode: 0o700 })
    await write(join(directory, caName), base.certificate.caPem)
    // Not through `save`: a directory that cannot be written stops the start.
    if (stored?.isFirstVersion) {
      for (const account of accounts) await writeAccount(directory, account)
    }
    await write(join(directory, stateName), JSON.stringify(z.encode(StoredBase, base)))
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

  function attach(world: World): void {
    for (const account of accounts) {
      world.accounts.set(personName(account.phone), restore(account))
    }
  }

  function changed(account: Account): void {
    if (directory === undefined) return
    dirty.add(account)
    timer ??= setTimeout(() => {
      timer = undefined
      void save(directory)
    }, writeDelayMs)
    timer.unref()
  }

  function save(into: string): Promise<void> {
    for (const account of dirty) {
      const stored = store(account)
      // A write that failed must not keep the later ones from trying again.
      writing = writing.then(() => writeAccount(into, stored)).catch(given.failed)
    }
    dirty.clear()
    return writing
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (directory !== undefined) await save(directory)
    await writing
  }
}

async function read(directory: string) {
  try {
    const text = await readFile(join(directory, stateName), 'utf8')
    const state = z.decode(StoredState, JSON.parse(text))
    if (state.version === 2) {
      return { base: state, accounts: await readAccounts(directory), isFirstVersion: false }
    }
    const { accounts, ...base } = state
    return { base: { ...base, version: 2 as const }, accounts, isFirstVersion: true }
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new Error(`cannot read the simulator's state in ${directory}`, { cause })
  }
}

async function readAccounts(directory: string): Promise<StoredAccount[]> {
  const accounts: StoredAccount[] = []
  for (const name of await accountFiles(directory)) {
    const text = await readFile(join(directory, accountsName, name), 'utf8')
    accounts.push(z.decode(StoredAccount, JSON.parse(text)))
  }
  return accounts
}

/** Lists the accounts' files; a copy of the state may lack their folder, if that was empty. */
async function accountFiles(directory: string): Promise<string[]> {
  try {
    const names = await readdir(join(directory, accountsName))
    return names.filter((name) => name.endsWith('.json'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function writeAccount(directory: string, account: StoredAccount): Promise<void> {
  const path = join(directory, accountsName, `${encodeURIComponent(account.phone)}.json`)
  await write(path, JSON.stringify(z.encode(StoredAccount, account)))
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

function store({ phone, pushName, lastDevice, companions }: Account): StoredAccount {
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

function restore(stored: StoredAccount): Account {
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
