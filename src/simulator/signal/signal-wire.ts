/** The two Signal messages as bytes: the few protobuf fields that libsignal reads and writes. */

export type WhisperMessage = {
  ratchetKey: Buffer
  counter: number
  previousCounter: number
  ciphertext: Buffer
}

export type PreKeyMessage = {
  registrationId: number
  preKeyId: number | undefined
  signedPreKeyId: number
  baseKey: Buffer
  identityKey: Buffer
  message: Buffer
}

/** Version 3, both as current and as oldest understood. */
export const versionByte = 0x33
const macLength = 8

type Fields = { numbers: Map<number, number>; bytes: Map<number, Buffer> }

/** Splits a message into what the MAC covers, the MAC, and the parsed fields. */
export function readWhisperMessage(data: Buffer): {
  message: WhisperMessage
  covered: Buffer
  mac: Buffer
} {
  checkVersion(data)
  const covered = data.subarray(1, -macLength)
  const fields = readFields(covered)
  return {
    covered,
    mac: data.subarray(-macLength),
    message: {
      ratchetKey: required(fields, 1),
      counter: fields.numbers.get(2) ?? 0,
      previousCounter: fields.numbers.get(3) ?? 0,
      ciphertext: required(fields, 4),
    },
  }
}

export function readPreKeyMessage(data: Buffer): PreKeyMessage {
  checkVersion(data)
  const fields = readFields(data.subarray(1))
  return {
    preKeyId: fields.numbers.get(1),
    baseKey: required(fields, 2),
    identityKey: required(fields, 3),
    message: required(fields, 4),
    registrationId: fields.numbers.get(5) ?? 0,
    signedPreKeyId: fields.numbers.get(6) ?? 0,
  }
}

/** The part of a whisper message that the MAC covers, without version byte. */
export function writeWhisperBody(message: WhisperMessage): Buffer {
  return Buffer.concat([
    bytesField(1, message.ratchetKey),
    numberField(2, message.counter),
    numberField(3, message.previousCounter),
    bytesField(4, message.ciphertext),
  ])
}

export function writePreKeyMessage(message: PreKeyMessage): Buffer {
  return Buffer.concat([
    Buffer.from([versionByte]),
    message.preKeyId === undefined ? Buffer.alloc(0) : numberField(1, message.preKeyId),
    bytesField(2, message.baseKey),
    bytesField(3, message.identityKey),
    bytesField(4, message.message),
    numberField(5, message.registrationId),
    numberField(6, message.signedPreKeyId),
  ])
}

function checkVersion(data: Buffer): void {
  const version = data[0] ?? 0
  if ((version & 0xf) > 3 || version >> 4 < 3) throw new Error('unknown Signal message version')
}

function required(fields: Fields, number: number): Buffer {
  const value = fields.bytes.get(number)
  if (!value) throw new Error(`Signal message lacks field ${number}`)
  return value
}

function readFields(data: Buffer): Fields {
  const fields: Fields = { numbers: new Map(), bytes: new Map() }
  let offset = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = data[offset++]
      if (byte === undefined) throw new Error('Signal message is cut short')
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new Error('Signal message has a number that is too long')
  }
  while (offset < data.length) {
    const tag = varint()
    const wireType = tag & 7
    if (wireType === 0) {
      fields.numbers.set(tag >> 3, varint())
    } else if (wireType === 2) {
      const length = varint()
      if (offset + length > data.length) throw new Error('Signal message is cut short')
      fields.bytes.set(tag >> 3, data.subarray(offset, offset + length))
      offset += length
    } else {
      throw new Error(`Signal message has wire type ${wireType}`)
    }
  }
  return fields
}

function varintBytes(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return bytes
}

function numberField(number: number, value: number): Buffer {
  return Buffer.from([number << 3, ...varintBytes(value)])
}

function bytesField(number: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varintBytes(value.length)]), value])
}
