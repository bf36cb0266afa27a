import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'

/** A setting with its index, in WhatsApp's encoding. */
type Setting = { readonly index: Buffer; readonly data: Buffer }

const KEY_BYTES = 32
const MAC_BYTES = 32
/** Tag of the salt's field, 80, among the values of a setting, which Baileys' own schema lacks. */
const saltTag = Buffer.from([0x82, 0x05])
/** Tag of a field of bytes: 1 and 2. */
const [firstTag, secondTag] = [0x0a, 0x12]

export function saltSetting(salt: Buffer): Setting {
  const index = Buffer.from(JSON.stringify(['nct_salt_sync']))
  const value = Buffer.concat([saltTag, withLength(field(firstTag, salt))])
  return { index, data: Buffer.concat([field(firstTag, index), field(secondTag, value)]) }
}

/** Encrypts a setting as the account's phone does; a removal carries its own check. */
export function sealSetting(
  { keyId, secret }: { readonly keyId: Buffer; readonly secret: Uint8Array },
  { index, data }: Setting,
  isSet: boolean,
): proto.ISyncdRecord {
  const keys = Buffer.from(
    hkdfSync('sha256', secret, Buffer.alloc(0), 'WhatsApp Mutation Keys', 5 * KEY_BYTES),
  )
  const [nameKey, cipherKey, macKey] = [0, 1, 2].map((place) =>
    keys.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES),
  )
  if (!nameKey || !cipherKey || !macKey) throw new RangeError('keys that are cut off')
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const sealed = Buffer.concat([iv, cipher.update(data), cipher.final()])
  const about = Buffer.concat([Buffer.from([isSet ? 1 : 2]), keyId])
  const length = Buffer.from([0, 0, 0, 0, 0, 0, 0, about.length])
  const mac = createHmac('sha512', macKey).update(about).update(sealed).update(length).digest()
  return {
    index: { blob: createHmac('sha256', nameKey).update(index).digest() },
    value: { blob: Buffer.concat([sealed, mac.subarray(0, MAC_BYTES)]) },
    keyId: { id: keyId },
  }
}

function field(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), withLength(content)])
}

/** For content of less than 128 bytes, whose length is one byte. */
function withLength(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length]), content])
}
