/**
 * How much of the same a test does: a part of it in `npm test`, which somebody waits for, and all of
 * it in `npm run test:full`, or wherever FULL_SCALE is 1.
 */
export const isFullScale = process.env.FULL_SCALE === '1'

export function scaled(part: number, { full }: { readonly full: number }): number {
  return isFullScale ? full : part
}
