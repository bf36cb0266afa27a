const OPCODE = 0x0f
const IS_MASKED = 0x80
const LENGTH = 0x7f
const LENGTH_IN_TWO_BYTES = 126
const LENGTH_IN_EIGHT_BYTES = 127
const MASK_BYTES = 4
/** Opcodes from here on are control frames: close, ping and pong. */
const FIRST_CONTROL_OPCODE = 0x8
const END_OF_HEAD = '\r\n\r\n'

/**
 * Reads what a client of a web socket writes, in pieces of any size, and reports the bytes of each
 * frame with data of the client.
 */
export function readFrames(onFrame: (bytes: number) => void): (piece: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  return (piece) => {
    unread = Buffer.concat([unread, piece])
    if (!isUpgraded) {
      const end = unread.indexOf(END_OF_HEAD)
      if (end === -1) return
      isUpgraded = true
      unread = unread.subarray(end + END_OF_HEAD.length)
    }
    for (let frame = headOf(unread); frame !== undefined; frame = headOf(unread)) {
      if (unread.length < frame.bytes) return
      if (frame.opcode < FIRST_CONTROL_OPCODE) onFrame(frame.bytes)
      unread = unread.subarray(frame.bytes)
    }
  }
}

/** The kind of the first frame, and how long all of it is; `undefined` where that is still to come. */
function headOf(unread: Buffer): { readonly opcode: number; readonly bytes: number } | undefined {
  if (unread.length < 2) return undefined
  const opcode = unread.readUInt8(0) & OPCODE
  const second = unread.readUInt8(1)
  const maskBytes = second & IS_MASKED ? MASK_BYTES : 0
  const length = second & LENGTH
  if (length < LENGTH_IN_TWO_BYTES) return { opcode, bytes: 2 + maskBytes + length }
  const lengthBytes = length === LENGTH_IN_EIGHT_BYTES ? 8 : 2
  if (unread.length < 2 + lengthBytes) return undefined
  const bytes = lengthBytes === 8 ? Number(unread.readBigUInt64BE(2)) : unread.readUInt16BE(2)
  return { opcode, bytes: 2 + lengthBytes + maskBytes + bytes }
}
