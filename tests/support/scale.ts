/**
 * Whether tests do all of their work, as `npm run test:full` and FULL_SCALE=1 ask for: `npm test`,
 * which developers wait for, does a part of it.
 */
export const isFullScale = process.env.FULL_SCALE === '1'

export function scaled(part: number, { full }: { readonly full: number }): number {
  return isFullScale ? full : part
}
