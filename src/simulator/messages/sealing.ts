import { type BinaryNode, proto, writeRandomPadMax16 } from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'
import type { PhoneSenderKeys } from '../groups/phone-sender-keys.ts'
import { stanza } from '../protocol/stanza.ts'
import type { PhoneSignal } from '../signal/phone-signal.ts'
import { keysOf, type Resident, takePreKey } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'

/** A message that a phone sends, before it is encrypted for each client. */
export type Sent = { from: Resident; plaintext: Buffer; attrs: Record<string, string> }

/** Encrypts what phones send. */
export function createSealing(
  world: World,
  { signal, senderKeys }: { signal: PhoneSignal; senderKeys: PhoneSenderKeys },
) {
  return { seal, encrypt }

  /** Seals a group's message once for all; a client that lacks the author's key gets it along. */
  function seal({ from, plaintext, attrs }: Sent, client: Companion): BinaryNode[] {
    const group = attrs.from ?? ''
    if (!isGroupJid(group)) return [encrypt(from, client, plaintext)]
    const { name } = from
    const { distribution, ciphertext } = senderKeys.seal(client, { group, name }, plaintext)
    const message = stanza('enc', { v: '2', type: 'skmsg' }, ciphertext)
    if (!distribution) return [message]
    const key = { groupId: group, axolotlSenderKeyDistributionMessage: distribution }
    return [encrypt(from, client, padded({ senderKeyDistributionMessage: key })), message]
  }

  function encrypt(from: Resident, client: Companion, plaintext: Buffer): BinaryNode {
    const { type, ciphertext } = signal.encrypt({
      holder: world.person(from.name),
      keys: keysOf(world, from.name, 0),
      client,
      takePreKey: () => takePreKey(world, client),
      plaintext,
    })
    return stanza('enc', { v: '2', type }, ciphertext)
  }
}

export function padded(message: proto.IMessage): Buffer {
  return writeRandomPadMax16(proto.Message.encode(message).finish())
}
