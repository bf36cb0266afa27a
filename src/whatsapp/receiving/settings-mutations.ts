import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { bytesOf, pick } from './protobuf-fields.ts'

/** What became of a setting of the account: its value, still in WhatsApp's encoding, or gone. */
export type SettingChange = { readonly value: Uint8Array } | 'removed'

type Mutation = proto.ISyncdMutation

const MAC_LENGTH = 32
const IV_LENGTH = 16
const KEY_LENGTH = 32
const { SET } = proto.SyncdMutation.SyncdOperation
const SETTING = { value: 2 }
const SET_BYTE = 1
const REMOVE_BYTE = 2

/**
 * Finds the last change of one setting among encrypted ones. Its name is known by a keyed hash, so
 * that no other is decrypted; Baileys decrypts all of them, and drops fields that it does not know.
 * @param findKey the phone's key with this id, in base64
 * @throws Error for one whose key the phone has not shared yet, or that was changed on its way
 */
export async function findSetting(
  mutations: readonly Mutation[],
  index: readonly string[],
  findKey: (id: string) => Promise<Uint8Array | undefined>,
): Promise<SettingChange | null> {
  const name = Buffer.from(JSON.stringify(index))
  const known = new Map<string, SettingKeys & { readonly nameMac: Buffer }>()
  let found: SettingChange | null = null
  for (const { operation, record } of mutations) {
    const keyId = Buffer.from(record?.keyId?.id ?? [])
    const keys = await keysOf(keyId.toString('base64'))
    if (!keys.nameMac.equals(record?.index?.blob ?? nothing)) continue
    const isSet = (operation ?? SET) === SET
    const data = opened(Buffer.from(record?.value?.blob ?? []), { keys, keyId, isSet })
    found = isSet ? { value: bytesOf(pick(data, SETTING).value) } : 'removed'
  }
  return found

  async function keysOf(id: string) {
    const derived = known.get(id)
    if (derived) return derived
    const secret = await findKey(id)
    if (!secret) throw new Error(`the key ${id} of the settings is not known`)
    const keys = settingKeys(secret)
    const nameMac = createHmac('sha256', keys.name).update(name).digest()
    known.set(id, { ...keys, nameMac })
    return { ...keys, nameMac }
  }
}

const nothing = Buffer.alloc(0)

type SettingKeys = { readonly name: Buffer; readonly cipher: Buffer; readonly mac: Buffer }

function settingKeys(secret: Uint8Array): SettingKeys {
  const bytes = hkdfSync('sha256', secret, nothing, 'WhatsApp Mutation Keys', 5 * KEY_LENGTH)
  const [name, cipher, mac] = [0, 1, 2].map((place) =>
    Buffer.from(bytes, place * KEY_LENGTH, KEY_LENGTH),
  )
  return { name: name ?? nothing, cipher: cipher ?? nothing, mac: mac ?? nothing }
}

function opened(
  blob: Buffer,
  { keys, keyId, isSet }: { keys: SettingKeys; keyId: Buffer; isSet: boolean },
): Uint8Array {
  const sealed = blob.subarray(0, -MAC_LENGTH)
  const about = Buffer.concat([Buffer.from([isSet ? SET_BYTE : REMOVE_BYTE]), keyId])
  const length = Buffer.alloc(8)
  length.writeUInt8(about.length, 7)
  const mac = createHmac('sha512', keys.mac).update(about).update(sealed).update(length).digest()
  if (!mac.subarray(0, MAC_LENGTH).equals(blob.subarray(-MAC_LENGTH))) {
    throw new Error('a setting that was changed on its way')
  }
  const iv = sealed.subarray(0, IV_LENGTH)
  const decipher = createDecipheriv('aes-256-cbc', keys.cipher, iv)
  return Buffer.concat([decipher.update(sealed.subarray(IV_LENGTH)), decipher.final()])
}
