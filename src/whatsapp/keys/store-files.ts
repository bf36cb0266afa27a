import { type AuthStore, createAuthStore } from './auth-store.ts'
import {
  DamagedLabelError,
  deleteFolder,
  readLabel,
  setAside,
  systemCode,
  writeLabel,
} from './device-folder.ts'
import { openKeyLog } from './key-log.ts'
import { CorruptKeyLogError } from './key-segment.ts'

/** Which WhatsApp server these keys belong to; kept with them, so that they can't be told apart. */
const SERVER_ROW = 'meta/server'

export type OpenedStore =
  | { readonly kind: 'paired'; readonly store: AuthStore }
  | { readonly kind: 'unpaired' }
  | { readonly kind: 'other_server' }
  /** The keys were put aside as they are. */
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** The system does not hand them out: they lie where they were, and may be whole. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly mayPass: boolean }

/** What the process lacks, and may have a moment later; any other code is about the files. */
const passingCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Opens the keys of a finished pairing, if that is what lies in the folder. */
export async function openPairedStore(folder: string, serverKey: string): Promise<OpenedStore> {
  try {
    return await openStoreOf(folder, serverKey)
  } catch (error) {
    if (isDamage(error)) {
      await putAside(folder)
      return { kind: 'unreadable', detail: error.message }
    }
    const code = systemCode(error)
    if (code === undefined) throw error
    const detail = error instanceof Error ? error.message : code
    return { kind: 'unavailable', detail, mayPass: passingCodes.has(code) }
  }
}

async function openStoreOf(folder: string, serverKey: string): Promise<OpenedStore> {
  const label = await readLabel(folder)
  if (!label) return { kind: 'unpaired' }
  if (label.serverKey !== serverKey) {
    return label.isPaired ? { kind: 'other_server' } : { kind: 'unpaired' }
  }
  const store = await openStore(folder)
  if (store.isPaired() && store.log.read(SERVER_ROW) === JSON.stringify(serverKey)) {
    if (!label.isPaired) await markPaired(folder, serverKey)
    return { kind: 'paired', store }
  }
  await store.log.close()
  return { kind: 'unpaired' }
}

function isDamage(error: unknown): error is Error {
  return (
    error instanceof DamagedLabelError ||
    error instanceof CorruptKeyLogError ||
    error instanceof SyntaxError
  )
}

/** Makes room for a new pairing beside keys that nobody can read now. */
export async function putAside(folder: string): Promise<void> {
  await setAside(folder, new Date())
}

/** An empty folder with fresh keys, for a pairing with this server. */
export async function createFreshStore(folder: string, serverKey: string): Promise<AuthStore> {
  await deleteFolder(folder)
  await writeLabel(folder, { serverKey, isPaired: false })
  const store = await openStore(folder)
  store.log.commit([{ key: SERVER_ROW, value: JSON.stringify(serverKey) }])
  store.saveCreds()
  return store
}

export async function markPaired(folder: string, serverKey: string): Promise<void> {
  await writeLabel(folder, { serverKey, isPaired: true })
}

async function openStore(folder: string): Promise<AuthStore> {
  const log = await openKeyLog(folder)
  try {
    return createAuthStore(log)
  } catch (error) {
    await log.close()
    throw error
  }
}
