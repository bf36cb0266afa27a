/**
 * How far numbers go on where what is kept may have forgotten some: from, and below. So wide that one
 * backup, put back twice, hardly ever goes on with the same numbers twice. Numbers have 28 bits:
 * there is room for some ten thousand jumps.
 */
export const CAMPAIGN_JUMP = [1_000, 40_000] as const
export const SINGLE_JUMP = [5_000, 25_000] as const
