import { withoutAccents } from '../../contract/fold.ts'

/** A header that has the answer saved as a file. */
export function attachment(fileName: string): string {
  return disposition('attachment', fileName)
}

/**
 * Says whether an answer is saved or shown, and under which name: in ASCII for old clients, and in
 * full for those that know UTF-8.
 */
export function disposition(way: 'attachment' | 'inline', fileName: string): string {
  const safe = safeFileName(fileName)
  const plain = withoutAccents(safe).replace(/[^\x20-\x7e]/g, '_')
  const whole = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${way}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/**
 * Removes separators, control characters and lone surrogates: they would lead to another folder, or
 * break a header.
 */
export function safeFileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu, '-')
}
