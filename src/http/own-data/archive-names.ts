import { foldText } from '../../contract/fold.ts'
import { safeFileName } from '../answers/file-name.ts'

/** Some systems refuse longer names. */
const NAME_LENGTH = 80

/**
 * Gives each file of a folder a name of its own, also where the system takes `Ana` and `ana` for
 * the same.
 */
export function createArchiveNames(folder: string) {
  const taken = new Set<string>()
  return (wanted: string, extension: string): string => {
    const base = tidy(safeFileName(wanted).slice(0, NAME_LENGTH)) || 'sem nome'
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base} (${number})`
      const folded = foldText(name)
      if (taken.has(folded)) continue
      taken.add(folded)
      return `${folder}/${name}${extension}`
    }
  }
}

/** Without the spaces and dots at its end, which Windows drops. */
function tidy(name: string): string {
  let end = name.length
  while (end > 0 && ' .'.includes(name.charAt(end - 1))) end -= 1
  return name.slice(0, end).trimStart()
}
