/** Phone numbers and what WhatsApp makes of them, worked out from the digits alone. */

// A number's LID is another number of 15 digits: n * multiplier + shift, modulo a modulus that the
// multiplier has no factor in common with, so the way back is a second multiplication.
const modulus = 900_000_000_000_000n
const multiplier = 618_033_988_749_893n
const shift = 271_828_182_845_904n
const lowest = 100_000_000_000_000n
const inverse = inverseOf(multiplier, modulus)

// Eight digits that begin with 2 to 5 are a landline; with a 9 in front they are a mobile that
// never had a form without it.
const brazilianMobile = /^55([1-9][1-9])9?([016-9]\d{7})$/

/** Whether digits could be a phone number at all. */
export function isPlausible(phone: string): boolean {
  return /^[1-9]\d{7,14}$/.test(phone) && BigInt(phone) < modulus
}

/**
 * One name for a person however the number is written: a Brazilian mobile always with its ninth
 * digit. It says nothing about which of the two forms is registered.
 */
export function personName(phone: string): string {
  const mobile = brazilianMobile.exec(phone)
  return mobile ? `55${mobile[1]}9${mobile[2]}` : phone
}

/** The number without Brazil's ninth digit, or as it is when it has none. */
export function withoutNinthDigit(phone: string): string {
  const mobile = brazilianMobile.exec(phone)
  return mobile ? `55${mobile[1]}${mobile[2]}` : phone
}

export function lidOf(phone: string): string {
  return String(((BigInt(phone) * multiplier + shift) % modulus) + lowest)
}

export function phoneOfLid(lid: string): string | undefined {
  if (!/^\d{15}$/.test(lid)) return undefined
  const scrambled = BigInt(lid) - lowest
  const phone = String((((scrambled - shift + modulus) % modulus) * inverse) % modulus)
  return isPlausible(phone) ? phone : undefined
}

function inverseOf(value: bigint, under: bigint): bigint {
  let [remainder, next] = [under, value % under]
  let [before, factor] = [0n, 1n]
  while (next !== 0n) {
    const times = remainder / next
    ;[remainder, next] = [next, remainder - times * next]
    ;[before, factor] = [factor, before - times * factor]
  }
  if (remainder !== 1n) throw new Error('multiplier shares a factor with the modulus')
  return ((before % under) + under) % under
}
