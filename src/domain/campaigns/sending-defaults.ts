import {
  recommendedDefaults,
  type SendingDefaults,
} from '../../contract/campaigns/sending-defaults.ts'
import type { OwnedStore } from '../store.ts'

/** The id of each user's only record. */
export const DEFAULTS_ID = 'defaults'
export type SendingDefaultsRecord = SendingDefaults & { readonly id: typeof DEFAULTS_ID }
export type SendingDefaultsBook = ReturnType<typeof createSendingDefaults>

/** How users' campaigns go out where nothing else is said. */
export function createSendingDefaults({
  store,
}: {
  readonly store: Pick<OwnedStore<SendingDefaultsRecord>, 'find' | 'save'>
}) {
  return { get, set }

  async function get(userId: string): Promise<SendingDefaults> {
    return (await store.find(userId, DEFAULTS_ID)) ?? recommendedDefaults
  }

  async function set(userId: string, defaults: SendingDefaults): Promise<SendingDefaults> {
    await store.save(userId, { ...defaults, id: DEFAULTS_ID })
    return defaults
  }
}
