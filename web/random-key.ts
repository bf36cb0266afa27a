/**
 * A text of 128 random bits, which nobody else has. `crypto.randomUUID` would do but for pages at an
 * address without TLS, where browsers leave it out.
 */
export function randomKey(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join('-')
}
