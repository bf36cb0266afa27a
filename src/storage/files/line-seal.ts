/** Writes the CRC of many lines at once. zlib's CRC is no faster for lines this short. */

const LINE_FEED = 10
const SEAL_DIGITS = 8
/** Eight hexadecimal digits and a space. */
const PREFIX_BYTES = 9

const hexDigits = new TextEncoder().encode('0123456789abcdef')
const table = createTable()

/** Writes the CRC of every line's JSON into the eight bytes reserved for it. */
export function sealLines(bytes: Buffer): void {
  let from = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, from)
    if (end < 0) return
    let crc = crcOf(bytes, from + PREFIX_BYTES, end)
    for (let place = from + SEAL_DIGITS - 1; place >= from; place -= 1) {
      bytes[place] = hexDigits[crc & 15] ?? 0
      crc >>>= 4
    }
    from = end + 1
  }
}

/** CRC-32, four bytes at a time. */
function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1
  let place = from
  for (; place + 4 <= to; place += 4) {
    crc ^= fourBytes(bytes, place)
    crc =
      at(768 + (crc & 255)) ^
      at(512 + ((crc >>> 8) & 255)) ^
      at(256 + ((crc >>> 16) & 255)) ^
      at(crc >>> 24)
  }
  for (; place < to; place += 1) crc = at((crc ^ (bytes[place] ?? 0)) & 255) ^ (crc >>> 8)
  return ~crc
}

function at(place: number): number {
  return table[place] ?? 0
}

function fourBytes(bytes: Uint8Array, place: number): number {
  return (
    (bytes[place] ?? 0) |
    ((bytes[place + 1] ?? 0) << 8) |
    ((bytes[place + 2] ?? 0) << 16) |
    ((bytes[place + 3] ?? 0) << 24)
  )
}

/** CRC contribution of each byte, alone and with one, two and three bytes behind it. */
function createTable(): Int32Array {
  const entries = new Int32Array(4 * 256)
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    entries[byte] = crc
  }
  for (let place = 256; place < entries.length; place += 1) {
    const before = entries[place - 256] ?? 0
    entries[place] = (before >>> 8) ^ (entries[before & 255] ?? 0)
  }
  return entries
}
