/** Number of tables: growing one big table would block the event loop. */
const PARTITIONS = 256
const FIRST_CAPACITY = 16
const MAX_LOAD = 0.6
const TWO_TO_32 = 2 ** 32

export type PhoneSet = {
  readonly size: number
  /** Returns false where the phone was in the set already. */
  add(phone: number): boolean
  has(phone: number): boolean
}

/**
 * Holds phone numbers as plain doubles, without an object each: a million take about 16 to 27 MB, a
 * third of a native Set.
 */
export function createPhoneSet(): PhoneSet {
  const tables: Float64Array[] = []
  const counts = new Uint32Array(PARTITIONS)
  for (let part = 0; part < PARTITIONS; part += 1) tables.push(new Float64Array(FIRST_CAPACITY))
  let size = 0

  return {
    get size() {
      return size
    },
    add,
    has,
  }

  function add(phone: number): boolean {
    const hash = hashOf(phone)
    const part = hash % PARTITIONS
    const table = tables[part] ?? noTable
    const slot = slotOf(table, hash, phone)
    if (table[slot] === phone) return false
    table[slot] = phone
    size += 1
    const count = (counts[part] ?? 0) + 1
    counts[part] = count
    if (count > table.length * MAX_LOAD) tables[part] = grow(table)
    return true
  }

  function has(phone: number): boolean {
    const hash = hashOf(phone)
    const table = tables[hash % PARTITIONS] ?? noTable
    return table[slotOf(table, hash, phone)] === phone
  }
}

const noTable = new Float64Array(FIRST_CAPACITY)

/** Slot of the phone, or the free slot it would take. */
function slotOf(table: Float64Array, hash: number, phone: number): number {
  const mask = table.length - 1
  let slot = (hash >>> 8) & mask
  while (table[slot] !== 0 && table[slot] !== phone) slot = (slot + 1) & mask
  return slot
}

function grow(table: Float64Array): Float64Array {
  const larger = new Float64Array(table.length * 2)
  for (const phone of table) {
    if (phone !== 0) larger[slotOf(larger, hashOf(phone), phone)] = phone
  }
  return larger
}

/** Spreads consecutive numbers; both halves of the double count. */
function hashOf(phone: number): number {
  const low = phone >>> 0
  const high = Math.floor(phone / TWO_TO_32)
  let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
