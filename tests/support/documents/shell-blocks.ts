import { readFile } from 'node:fs/promises'

/** The lines of a document's code blocks in one language, without their indentation. */
export async function linesOf(path: string, language: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8')
  const blocks = text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))
  return [...blocks].flatMap(([, indent = '', block = '']) =>
    block.split('\n').map((line) => line.slice(indent.length)),
  )
}

/** The words of a line's first command, as a shell takes them. */
export function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ (?:[|<>]|>>|&&) /)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}
