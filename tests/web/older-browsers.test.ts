import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagePath } from '../../src/package-root.ts'

/**
 * What Chrome 109, Firefox 115 or Safari 16.4 does not have. A guarded use (`?.(`, or a look at its
 * type right before it) is none.
 */
const newer = [
  /\.(?:toSorted|toSpliced|toReversed)\(/,
  /\b(?:Object|Map)\.groupBy\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\b(?:Array\.fromAsync|Iterator\.from|RegExp\.escape|ReadableStream\.from)\(/,
  /\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|isWellFormed|toWellFormed)\(/,
  /\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]+\))\.(?:map|filter|some|every|find|reduce|toArray|take|drop|flatMap|forEach)\(/,
  /(?<!`function`\?)\bURL\.(?:canParse|parse)\(/,
  /\bAbortSignal\.any\(/,
  /\.(?:showPopover|hidePopover|togglePopover|requestClose|checkVisibility)\(/,
  /\bIntl\.(?:Segmenter|DurationFormat)\(/,
  /\brequestIdleCallback\(/,
  /(?:searchParams|URLSearchParams\([^()]*\))\.size\b/,
]

test('the console calls nothing that the oldest supported browsers do not have', async () => {
  const folder = packagePath('dist/web/assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const name of scripts) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const pattern of newer) {
      const at = text.search(pattern)
      if (at >= 0) found.push(`${name}: ${text.slice(Math.max(0, at - 40), at + 40)}`)
    }
  }
  expect(found).toEqual([])
})
