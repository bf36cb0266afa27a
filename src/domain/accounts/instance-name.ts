import { foldText } from '../../contract/fold.ts'

const SLUG_LENGTH = 40

/** A name of letters, digits and hyphens that nobody has yet. */
export async function uniqueInstanceName(
  name: string,
  isTaken: (candidate: string) => Promise<boolean>,
): Promise<string> {
  const slug = slugOf(name)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!(await isTaken(candidate))) return candidate
  }
}

function slugOf(name: string): string {
  const slug = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
  return slug.replace(/^-|-$/g, '') || 'conta'
}
