import type { BinaryNode } from '@whiskeysockets/baileys'
import { bytesOf, childOf, childrenOf, readJid } from '../protocol/stanza.ts'
import { findResident, type Resident } from '../world/directory.ts'
import type { World } from '../world/world.ts'

/** One device's copy of a message. */
export type Copy = {
  resident: Resident
  device: number
  type: string
  ciphertext: Buffer
  node: BinaryNode
}

/** The copies that a message carries; without a list of devices, one for its addressee. */
export function copiesOf(world: World, message: BinaryNode, addressee = message.attrs.to): Copy[] {
  const direct = childOf(message, 'enc')
  const parts = childrenOf(childOf(message, 'participants')).map((part) => ({
    jid: part.attrs.jid,
    enc: childOf(part, 'enc'),
  }))
  if (direct) parts.push({ jid: addressee, enc: direct })
  return parts.flatMap(({ jid, enc }) => {
    const resident = findResident(world, jid)
    const ciphertext = bytesOf(enc)
    if (!resident || !enc || !ciphertext) return []
    const device = readJid(jid)?.device ?? 0
    return [{ resident, device, type: enc.attrs.type ?? '', ciphertext, node: enc }]
  })
}
