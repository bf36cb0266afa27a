/**
 * Reads protobuf messages field by field, for fields that Baileys' schema lacks and for messages of
 * which few fields are wanted.
 */

/** One field of a protobuf message: a number, or bytes. */
export type Field = { readonly number: number; readonly value: number | Uint8Array }

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

/** @throws RangeError for bytes that are cut off */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  while (at < bytes.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    switch (tag % 8) {
      case VARINT:
        yield { number, value: varint() }
        break
      case BYTES: {
        const length = varint()
        yield { number, value: take(length) }
        break
      }
      case FIXED_64:
        yield { number, value: take(8) }
        break
      case FIXED_32:
        yield { number, value: take(4) }
        break
      default:
        throw new RangeError(`no protobuf at byte ${at}`)
    }
  }

  /** Numbers above 2^53 lose their last digits: none of the fields that are read has such. */
  function varint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined) throw new RangeError('a message that is cut off')
      at += 1
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new RangeError('a message that is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
}

/** The last field of each number that is named. @throws as `fieldsOf` does */
export function pick<Name extends string>(
  bytes: Uint8Array,
  numbers: Readonly<Record<Name, number>>,
): Partial<Record<Name, Field>> {
  const found: Partial<Record<Name, Field>> = {}
  const names = new Map<number, Name>()
  for (const name of Object.keys(numbers)) {
    if (isName(name, numbers)) names.set(numbers[name], name)
  }
  for (const field of fieldsOf(bytes)) {
    const name = names.get(field.number)
    if (name !== undefined) found[name] = field
  }
  return found
}

function isName<Name extends string>(
  name: string,
  numbers: Readonly<Record<Name, number>>,
): name is Name {
  return Object.hasOwn(numbers, name)
}

const nothing = new Uint8Array(0)

export function bytesOf(field: Field | undefined): Uint8Array {
  return field?.value instanceof Uint8Array ? field.value : nothing
}

export function textOf(field: Field | undefined): string {
  return Buffer.from(bytesOf(field)).toString('utf8')
}

export function numberOf(field: Field | undefined): number {
  return typeof field?.value === 'number' ? field.value : 0
}
