import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { asJson, errorOf, reportOf } from '../../support/http/app.ts'
import { anImporter, type ImportedRow } from '../../support/http/importer.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

/** Every test has an importer of its own, who sees no lists but theirs. */
const shared = sharedApp()

/** Files as spreadsheets, systems and people write them, each in every shape they come in. */

const encodings = ['utf8', 'utf8 with a mark', 'utf16-le with a mark', 'win1252'] as const
const delimiters = [',', ';', '\t'] as const
const lineEnds = ['\n', '\r\n'] as const
const headers = [
  ['name', 'phone', 'city'],
  ['Nome', 'Telefone', 'Cidade'],
  ['"Nome completo"', '"Número do WhatsApp"', '"Município"'],
  ['\u00a0nome ', 'FONE', 'observação'],
] as const

function encode(text: string, encoding: (typeof encodings)[number]): Uint8Array<ArrayBuffer> {
  const [name = 'utf8', ...mark] = encoding.split(' ')
  return new Uint8Array(iconv.encode(mark.length > 0 ? `\ufeff${text}` : text, name))
}

const shapes = encodings.flatMap((encoding) =>
  delimiters.flatMap((delimiter) =>
    lineEnds.map((lineEnd) => ({
      encoding,
      delimiter,
      lineEnd,
      shown: JSON.stringify(delimiter + lineEnd),
    })),
  ),
)

test.each(shapes)('reads $encoding with $shown under every header', async (shape) => {
  const { encoding, delimiter, lineEnd } = shape
  const { imported } = await anImporter(shared())
  for (const header of headers) {
    const text = [
      header.join(delimiter),
      ['João Conceição', '(61) 99999-0000', 'São Paulo'].join(delimiter),
      ['"Ana ""Nina"" Ávila"', '+55 61 98888-0000', `"Rua A${lineEnd}Casa 2"`].join(delimiter),
      '',
      [`"Zé${delimiter} filho"`, '5561977770000', ''].join(delimiter),
      '',
    ].join(lineEnd)
    const { report, contacts } = await imported(encode(text, encoding))
    const further = header[2].replaceAll('"', '')
    expect(report).toMatchObject({ added: 3, invalid: [] })
    expect(report.warnings).toBeUndefined()
    expect(contacts).toEqual([
      { name: 'João Conceição', phone: '5561999990000', campos: { [further]: 'São Paulo' } },
      { name: 'Ana "Nina" Ávila', phone: '5561988880000', campos: { [further]: 'Rua A\nCasa 2' } },
      { name: `Zé${delimiter} filho`, phone: '5561977770000' },
    ])
  }
})

describe('what a spreadsheet did to a number', () => {
  test.each([
    ['scientific notation', '5,5119E+12', /notação científica/],
    ['scientific notation with a point', '5.511999E+12', /notação científica/],
    ['a lost area code', '999990000', /sem DDD/],
    ['decimals', '5561999990000.5', /longo demais/],
    ['an error of the spreadsheet', '#REF!', /inválido/],
    ['two numbers', '61999990000 / 61988880000', /Dois telefones/],
  ])('%s is reported, not guessed', async (_, phone, reason) => {
    const { imported } = await anImporter(shared())
    const { report, contacts } = await imported(
      `nome;fone\nAna;61999990000\nRui;${phone}\nBia;61988880000\n`,
    )
    expect(contacts.map((row) => row.phone)).toEqual(['5561999990000', '5561988880000'])
    expect(report.invalid).toEqual([
      { index: 1, line: 3, name: 'Rui', phone, reason: expect.stringMatching(reason) },
    ])
  })
})

describe('a table in disorder', () => {
  test.each([
    ['empty lines', 'nome,fone\n\n\nAna,61999990000\n\n \n,\n,,,\nBia,61988880000\n\n'],
    ['trailing delimiters', 'nome,fone,,,\nAna,61999990000,,,\nBia,61988880000,,,,,\n'],
    ['no line end at the end', 'nome,fone\nAna,61999990000\nBia,61988880000'],
    ['blanks around cells', 'nome,fone\n  Ana ,\t61999990000 \n Bia , 61988880000\n'],
    ['short rows', 'nome,fone,cidade\nAna,61999990000\nBia,61988880000\n'],
    ['quotes within a word', 'nome,fone\nAna,61999990000\nBia,"61988880000"\n'],
  ])('%s does not matter', async (_, text) => {
    const { imported } = await anImporter(shared())
    const { report, contacts } = await imported(text)
    expect(report.invalid).toEqual([])
    expect(contacts).toEqual([
      { name: 'Ana', phone: '5561999990000' },
      { name: 'Bia', phone: '5561988880000' },
    ])
  })

  test('quotes that never close keep the rows before them, and are reported', async () => {
    const { imported } = await anImporter(shared())
    const { report } = await imported(
      'nome;fone\nAna;61999990000\n"Bia;61988880000\nRui;61977770000',
    )
    expect(report).toMatchObject({ added: 1, invalid: [{ index: 1 }] })
    expect(report.invalid[0]?.reason).toContain('aspas')
  })

  test('a hundred columns become fields under their headers', async () => {
    const { imported } = await anImporter(shared())
    const numbers = Array.from({ length: 98 }, (_, index) => index)
    const header = ['nome', 'fone', ...numbers.map((number) => `c${number}`)].join(',')
    const row = ['Ana', '61999990000', ...numbers.map((number) => `v${number}`)].join(',')
    const { contacts } = await imported(`${header}\n${row}\n`)
    expect(contacts).toMatchObject([
      { campos: Object.fromEntries(numbers.map((number) => [`c${number}`, `v${number}`])) },
    ])
  })
})

describe('what is no table', () => {
  const noise = new Uint8Array(4_096).map((_, place) => (place * 73 + 11) % 256)
  const xlsx = new Uint8Array(4_096)
  xlsx.set([0x50, 0x4b, 3, 4, 20, 0, 8, 8, 8, 0])

  test.each([
    ['a broken xlsx', xlsx, 'xlsx_broken', 'salve-a de novo como .xlsx ou CSV'],
    ['bytes without a meaning', noise, 'not_csv', 'Salve a planilha como CSV'],
    ['an empty file', '', 'file_empty', 'vazio'],
    ['a mark alone', new Uint8Array([0xef, 0xbb, 0xbf]), 'file_empty', 'vazio'],
    ['a mark of UTF-16 alone', new Uint8Array([0xff, 0xfe]), 'file_empty', 'vazio'],
    ['a header alone', 'nome;fone\r\n', 'no_valid_contacts', 'contato válido'],
  ])('%s is refused with a sentence that helps', async (_, bytes, code, sentence) => {
    const { send, person } = await anImporter(shared())
    const answer = await errorOf(await send(bytes))
    expect(answer).toMatchObject({ status: 400, code })
    expect(answer.message).toContain(sentence)
    expect(await (await person.call('/api/contacts')).json()).toEqual([])
  })
})

describe('an export', () => {
  const contatos = [
    { name: 'João, "o bom"; Conceição', phone: '5561999990000', campos: { cidade: 'São\nPaulo' } },
    { name: '', phone: '5561988880000', campos: { cidade: '', 'data; hora': '01/02/2026' } },
    { name: "D'Ávila 😀\ttab", phone: '351912345678' },
    { name: '0123', phone: '5561977770000', campos: { saldo: '-1,50' } },
    { name: '=SOMA(A1)', phone: '5561966660000', campos: { saldo: '@x', cidade: '+55' } },
    { name: "'=já com aspa", phone: '5561955550000' },
  ]

  test.each([',', ';'] as const)('with "%s" brings the same contacts back', async (separator) => {
    const { person, exported, imported, contactsOf } = await anImporter(shared())
    const made = await reportOf(
      await person.call('/api/contacts', asJson({ name: 'Todos', contatos })),
    )
    expect(made.added).toBe(contatos.length)
    const before = await contactsOf(made.id)
    const { report, contacts } = await imported(await exported(made.id, separator))
    expect(report.invalid).toEqual([])
    expect(contacts).toEqual(before.map(withoutEmptyFields))
  })

  test.each([',', ';'] as const)('with "%s" holds no cell that is a formula', async (separator) => {
    const { person, exported } = await anImporter(shared())
    const { id } = await reportOf(
      await person.call('/api/contacts', asJson({ name: 'Todos', contatos })),
    )
    const text = new TextDecoder().decode(await exported(id, separator))
    const cells = text.split(/[,;\r\n"]+/).filter((cell) => cell !== '')
    expect(cells.filter((cell) => /^[=+@\t]/.test(cell))).toEqual([])
  })
})

/** Removes empty cells, which an import does not keep as fields. */
function withoutEmptyFields({ campos, ...row }: ImportedRow): ImportedRow {
  const filled = Object.entries(campos ?? {}).filter(([, value]) => value !== '')
  return filled.length > 0 ? { ...row, campos: Object.fromEntries(filled) } : row
}
