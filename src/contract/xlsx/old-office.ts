/** What an .xlsx with a password holds instead of a workbook. */
const encryptedPart = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('')

/** Tells an .xls from an .xlsx with a password: both are files of the older Office format. */
export async function oldOfficeKind(
  file: AsyncIterable<Uint8Array>,
): Promise<'xls_old' | 'xlsx_protected'> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  for await (const bytes of file) {
    const text = rest + decoder.decode(bytes)
    if (text.includes(encryptedPart)) return 'xlsx_protected'
    rest = text.slice(-encryptedPart.length)
  }
  return 'xls_old'
}
