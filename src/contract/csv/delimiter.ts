const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]
/** How many of the first lines are read to find the delimiter. */
const LINES_LOOKED_AT = 20

/** Finds the delimiter of a file by its beginning, and whether a first line of its own names it. */
export function delimiterOf(head: string): {
  readonly delimiter: Delimiter
  readonly isAnnounced: boolean
} {
  const announced = announcedDelimiter(head)
  return { delimiter: announced ?? detectDelimiter(head), isAnnounced: announced !== undefined }
}

/** Excel's own first line, which names the delimiter: `sep=;`. */
function announcedDelimiter(head: string): Delimiter | undefined {
  const named = /^\uFEFF?"?sep=([,;\t])"?[ \t]*(?:[\r\n]|$)/i.exec(head)?.[1]
  return delimiters.find((delimiter) => delimiter === named)
}

/** The delimiter that most of the first lines hold, outside quotes. */
function detectDelimiter(head: string): Delimiter {
  const bare = head.replace(/"(?:[^"]|"")*(?:"|$)/g, '')
  const lines = bare.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const looked = lines.slice(0, LINES_LOOKED_AT)
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    // Counts more than the rows: a comma inside one of their texts must not decide.
    inHeader: looked[0]?.includes(delimiter) ? 1 : 0,
    lines: looked.filter((line) => line.includes(delimiter)).length,
  }))
  const best = counted.reduce((a, b) => {
    if (a.inHeader !== b.inHeader) return b.inHeader > a.inHeader ? b : a
    return b.lines > a.lines ? b : a
  })
  return best.delimiter
}
