/**
 * How much of the same a test does: a part of it in `npm test`, which somebody waits for, and all of
 * it in `npm run test:full` and `npm run test:hours`, or wherever FULL_SCALE is set.
 */
export const isFullScale = process.env.FULL_SCALE !== undefined

export function scaled(part: number, { full }: { readonly full: number }): number {
  return isFullScale ? full : part
}
