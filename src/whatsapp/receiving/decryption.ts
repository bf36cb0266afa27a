import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  getBinaryNodeChildren,
  proto,
  type SocketConfig,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import { type Arrived, readArrived } from './inbound.ts'
import type { PhoneCopies } from './phone-copies.ts'

type MakeSignalRepository = SocketConfig['makeSignalRepository']

export type Decryption = ReturnType<typeof createDecryption>

/**
 * Keeps each message at the moment it is decrypted. Baileys acknowledges a message before it emits
 * it, and decrypts it only once: a crash in between would lose it. Within one transaction the
 * message reaches the disk first and the step of the ratchet after it, so that a message that was
 * not kept can be decrypted when WhatsApp sends it again.
 */
export function createDecryption({
  me,
  keep,
  phoneCopies: { noteRead, noteUnread },
}: {
  /** The account, by both of its names. */
  readonly me: () => { readonly id: string; readonly lid?: string | undefined } | undefined
  /** @throws where the message could not be kept: then it counts as not decrypted */
  readonly keep: (arrived: Arrived) => Promise<void>
  readonly phoneCopies: Pick<PhoneCopies, 'noteRead' | 'noteUnread'>
}) {
  /** The stanzas under way, by the bytes that Baileys hands to be decrypted. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  return { remember, wrap }

  /** Called with each message stanza before Baileys gets it. */
  function remember(stanza: BinaryNode): void {
    for (const { content } of getBinaryNodeChildren(stanza, 'enc')) {
      if (content instanceof Uint8Array) stanzas.set(content, stanza)
    }
  }

  function wrap(make: MakeSignalRepository): MakeSignalRepository {
    return (auth, ...rest) => {
      const repository = make(auth, ...rest)
      const { decryptMessage, decryptGroupMessage } = repository
      repository.decryptMessage = (sealed) => kept(sealed.ciphertext, () => decryptMessage(sealed))
      repository.decryptGroupMessage = (sealed) =>
        kept(sealed.msg, () => decryptGroupMessage(sealed))
      return repository

      /**
       * Runs in the transaction of the account's sends, which use the same sessions: otherwise
       * encryption and decryption at the same time would undo each other's ratchet steps.
       */
      async function kept(sealed: Uint8Array, decrypt: () => Promise<Uint8Array>) {
        const stanza = stanzas.get(sealed)
        const { keys } = auth
        if (!stanza || !('transaction' in keys)) return decrypt()
        const { id = '' } = stanza.attrs
        const work = keys.transaction(async () => {
          const plaintext = await decrypt()
          const arrived = await read(stanza, plaintext)
          if (arrived) await keep(arrived)
          return plaintext
        }, me()?.id ?? '')
        return work.then(
          (plaintext) => {
            noteRead(id)
            return plaintext
          },
          (error: unknown) => {
            noteUnread(id)
            throw error
          },
        )
      }

      async function read(stanza: BinaryNode, plaintext: Uint8Array) {
        const { id = '', lid = '' } = me() ?? {}
        const { fullMessage } = decodeMessageNode(stanza, id, lid)
        const message = proto.Message.decode(unpadRandomMax16(plaintext))
        fullMessage.message = message.deviceSentMessage?.message ?? message
        cleanMessage(fullMessage, id, lid)
        return readArrived(repository.lidMapping, fullMessage)
      }
    }
  }
}
