import { type AuthStore, createAuthStore } from './auth-store.ts'
import { deleteFolder, readLabel, setAside, writeLabel } from './device-folder.ts'
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

/** Opens the keys of a finished pairing, if that is what lies in the folder. */
export async function openPairedStore(folder: string, serverKey: string): Promise<OpenedStore> {
  const label = await readLabel(folder)
  if (!label) return { kind: 'unpaired' }
  if (label.serverKey !== serverKey) {
    return label.isPaired ? { kind: 'other_server' } : { kind: 'unpaired' }
  }
  try {
    const store = await openStore(folder)
    if (store.isPaired() && store.log.read(SERVER_ROW) === JSON.stringify(serverKey)) {
      if (!label.isPaired) await markPaired(folder, serverKey)
      return { kind: 'paired', store }
    }
    await store.log.close()
    return { kind: 'unpaired' }
  } catch (error) {
    if (!(error instanceof CorruptKeyLogError || error instanceof SyntaxError)) throw error
    await setAside(folder, new Date())
    return { kind: 'unreadable', detail: error.message }
  }
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
