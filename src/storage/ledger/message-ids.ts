import type { Cipher } from 'node:crypto'
import { createCipheriv, createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { MessageIds, MessagePart } from '../../domain/sending/send-ledger.ts'

/** The shape of the ids that WhatsApp's own web client makes. */
const PREFIX = '3EB0'
const ID_PATTERN = /^3EB0[0-9A-F]{18}$/

/**
 * Campaign and recipient have 28 bits each. The other 16 bits tell our ids from foreign ones, and a
 * text that goes before a file from the file itself.
 */
const NUMBER_LIMIT = 2 ** 28
const NUMBER_HEX_DIGITS = 7
const CHECK = '0000'
const TEXT_CHECK = '0001'
const NUMBERS_HEX_DIGITS = 2 * NUMBER_HEX_DIGITS

const LEFT_BYTES = 4
const ID_BYTES = 9
/** As many as the standardised ciphers of this construction (FF1) use. */
const ROUNDS = 10
const CIPHER_BLOCK_BYTES = 16

/** Ids are asked for again within seconds: when they are accepted, and with each receipt. */
const KEPT_IDS = 2_000

type Place = NonNullable<ReturnType<MessageIds['locate']>>

/**
 * Message ids without a table: an id is campaign and recipient, enciphered. The permutation is an
 * alternating Feistel network over 9 bytes whose round function is AES-256 under the daemon's own
 * key, so two recipients never share an id and nobody else can tell them from random ones. Of
 * foreign ids one in 32,768 passes as ours: callers check what it points at.
 */
export function createMessageIds(key: Uint8Array): MessageIds {
  const cipherKey = createHash('sha256').update('message ids').update(key).digest()
  const cipher = createCipheriv('aes-256-ecb', cipherKey, null)
  cipher.setAutoPadding(false)
  const ids = new LRUCache<string, string>({ max: KEPT_IDS })
  const places = new LRUCache<string, Place>({ max: KEPT_IDS })

  return { make, locate }

  function make(campaignNumber: number, index: number, part?: MessagePart): string {
    const name = `${campaignNumber} ${index} ${part ?? ''}`
    const known = ids.get(name)
    if (known !== undefined) return known
    const id = encipher({ campaignNumber, index, ...(part && { part }) })
    ids.set(name, id)
    places.set(id, { campaignNumber, index, ...(part && { part }) })
    return id
  }

  function locate(messageId: string): Place | undefined {
    const known = places.get(messageId)
    if (known) return known
    const place = decipher(messageId)
    if (place) places.set(messageId, place)
    return place
  }

  function encipher({ campaignNumber, index, part }: Place): string {
    const check = part === undefined ? CHECK : TEXT_CHECK
    const plain = toHex(campaignNumber) + toHex(index) + check
    const block = Buffer.from(plain, 'hex')
    for (let round = 0; round < ROUNDS; round += 1) mix(cipher, block, round)
    return PREFIX + block.toString('hex').toUpperCase()
  }

  function decipher(messageId: string): Place | undefined {
    if (!ID_PATTERN.test(messageId)) return undefined
    const block = Buffer.from(messageId.slice(PREFIX.length), 'hex')
    for (let round = ROUNDS - 1; round >= 0; round -= 1) mix(cipher, block, round)
    const plain = block.toString('hex')
    const check = plain.slice(NUMBERS_HEX_DIGITS)
    if (check !== CHECK && check !== TEXT_CHECK) return undefined
    return {
      ...(check === TEXT_CHECK && { part: 'text' }),
      campaignNumber: Number.parseInt(plain.slice(0, NUMBER_HEX_DIGITS), 16),
      index: Number.parseInt(plain.slice(NUMBER_HEX_DIGITS, NUMBERS_HEX_DIGITS), 16),
    }
  }
}

function toHex(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= NUMBER_LIMIT) {
    throw new RangeError(`${value} does not fit into a message id`)
  }
  return value.toString(16).padStart(NUMBER_HEX_DIGITS, '0')
}

/** One round of the network: masks one part of the block with the encrypted other part. */
function mix(cipher: Cipher, block: Buffer, round: number): void {
  const isLeftMasked = round % 2 === 0
  const from = isLeftMasked ? 0 : LEFT_BYTES
  const to = isLeftMasked ? LEFT_BYTES : ID_BYTES
  const input = Buffer.alloc(CIPHER_BLOCK_BYTES)
  input[0] = round
  if (isLeftMasked) block.copy(input, 1, LEFT_BYTES, ID_BYTES)
  else block.copy(input, 1, 0, LEFT_BYTES)
  const mask = cipher.update(input)
  for (let place = from; place < to; place += 1) {
    block[place] = (block[place] ?? 0) ^ (mask[place - from] ?? 0)
  }
}
