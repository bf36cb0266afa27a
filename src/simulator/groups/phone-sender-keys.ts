import {
  distributionOf,
  newWritingKey,
  openForGroup,
  type ReadingKey,
  readDistribution,
  sealForGroup,
  type WritingKey,
} from '../signal/sender-keys.ts'
import type { Companion } from '../world/world.ts'

/** A device of a person, in a group. */
type Place = { readonly group: string; readonly name: string; readonly device: number }

export type PhoneSenderKeys = ReturnType<typeof createPhoneSenderKeys>

/** The sender keys that phones got, and those they write with. */
export function createPhoneSenderKeys() {
  /** The keys that each client gave, by group and the device that got it. */
  const received = new WeakMap<Companion, Map<string, ReadingKey>>()
  /** By group and person. */
  const own = new Map<string, WritingKey>()
  /** The groups and people whose keys a client has. */
  const knownTo = new WeakMap<Companion, Set<string>>()
  return { learn, open, seal, forgottenBy }

  function learn(client: Companion, { group, name, device }: Place, data: Uint8Array): void {
    const keys = received.get(client) ?? new Map<string, ReadingKey>()
    keys.set(`${group} ${name} ${device}`, readDistribution(data))
    received.set(client, keys)
  }

  /** @throws where the device was not given the key, or cannot read with it */
  function open(client: Companion, { group, name, device }: Place, sealed: Buffer): Buffer {
    const key = received.get(client)?.get(`${group} ${name} ${device}`)
    if (!key) throw new Error('no sender key')
    return openForGroup(key, sealed)
  }

  /** Encrypts what a phone writes in a group; a client that lacks the key gets it along. */
  function seal(
    client: Companion,
    { group, name }: Pick<Place, 'group' | 'name'>,
    plaintext: Buffer,
  ): { readonly distribution: Buffer | null; readonly ciphertext: Buffer } {
    const place = `${group} ${name}`
    const key = own.get(place) ?? newWritingKey()
    own.set(place, key)
    const known = knownTo.get(client) ?? new Set()
    const distribution = known.has(place) ? null : distributionOf(key)
    knownTo.set(client, known.add(place))
    return { distribution, ciphertext: sealForGroup(key, plaintext) }
  }

  /** A client that could not read a message of a group gets the key with the next. */
  function forgottenBy(client: Companion, { group, name }: Pick<Place, 'group' | 'name'>): void {
    knownTo.get(client)?.delete(`${group} ${name}`)
  }
}
