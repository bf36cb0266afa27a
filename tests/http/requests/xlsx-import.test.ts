import { describe, expect, test } from 'vitest'
import { anXlsx, aSheet, type Cell } from '../../support/contacts/xlsx.ts'
import { asForm, errorOf } from '../../support/http/app.ts'
import { anImporter } from '../../support/http/importer.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

/** Every test has an importer of its own, who sees no lists but theirs. */
const shared = sharedApp()

const header = ['Nome', 'Telefone', 'x']

/** Imports one cell, and returns the fields of its contact. */
async function shown(cell: Cell, options: Parameters<typeof aSheet>[1] = {}) {
  const { imported } = await anImporter(shared())
  const { contacts } = await imported(await aSheet([header, ['Ana', '61999990001', cell]], options))
  return contacts[0]?.campos
}

describe('a spreadsheet', () => {
  test('is read like a CSV: header, columns, fields, refused rows by the line a person sees', async () => {
    const { imported } = await anImporter(shared())
    const sheet = await aSheet([
      ['Turma', 'Aluno', 'Celular', 'motivo'],
      [],
      ['3B', 'Ana & <Zé>', 61999990001],
      ['', 'Bia', '(61) 3333-4444', 'mudou'],
      ['3C', '', ''],
    ])
    const { report, contacts } = await imported(sheet)
    expect(contacts).toEqual([
      { name: 'Ana & <Zé>', phone: '5561999990001', campos: { Turma: '3B' } },
      { name: 'Bia', phone: '556133334444', campos: { motivo: 'mudou' } },
    ])
    expect(report.invalid).toEqual([
      { index: 2, line: 5, name: '', phone: '', reason: 'Sem telefone.' },
    ])
  })

  test.each<[string, Cell]>([
    ['plain', 61999990000],
    ['with its country', 5561999990000],
    ['in scientific notation', [61999990000, 2]],
    ['with thousands and decimals', [61999990000, 3]],
    ['as it was laid out', [61999990000, 1]],
    ['padded', [61999990000, 4]],
    ['as an exponent in the file', { xml: '<c r="B2"><v>6.1999990000E10</v></c>' }],
    ['as the result of a formula', { xml: '<c r="B2" t="str"><f>A1</f><v>61999990000</v></c>' }],
  ])('gives a phone that is stored as a number all of its digits: %s', async (_, cell) => {
    const { imported } = await anImporter(shared())
    const formats = ['(00) 00000-0000', '0.00E+00', '#,##0.00', '00000000000000']
    const { contacts } = await imported(await aSheet([header, ['Ana', cell]], { formats }))
    expect(contacts).toEqual([{ name: 'Ana', phone: '5561999990000' }])
  })

  test.each<[Cell, string, string]>([
    [[45981, 1], 'dd/mm/yyyy', '20/11/2025'],
    [[45981, 2], 'General', '20/11/2025'],
    [[45981.5, 1], 'd/m/yy h:mm', '20/11/25 12:00'],
    [[0.5, 1], 'h:mm', '12:00'],
    [[1234.5, 1], '"R$" #,##0.00', 'R$ 1.234,50'],
    [[0.125, 1], '0.0%', '12,5%'],
    [[70000123, 1], '00000-000', '70000-123'],
    [[7, 1], '000', '007'],
    [[12.5, 1], '[<no format', '12,5'],
    [[12.5, 1], '0'.repeat(300), '12,5'],
    [0.1 + 0.2, 'General', '0,3'],
    [-12, 'General', '-12'],
    [{ xml: '<c r="C2" t="b"><v>1</v></c>' }, 'General', 'VERDADEIRO'],
    [{ xml: '<c r="C2" t="d"><v>2025-11-20T00:00:00</v></c>' }, 'General', '20/11/2025'],
    [
      {
        xml: '<c r="C2" t="inlineStr"><is><r><t>São </t></r><r><t>José</t></r><rPh><t>x</t></rPh></is></c>',
      },
      'General',
      'São José',
    ],
    [{ xml: '<x:c r="C2" t="str" xmlns:x="x"><x:v>a_x000A_b</x:v></x:c>' }, 'General', 'a\nb'],
  ])('shows %j in the format %s as a person sees it', async (cell, format, expected) => {
    expect(await shown(cell, { formats: [format] })).toEqual({ x: expected })
  })

  test('counts days from 1904 where it says so', async () => {
    const options = { formats: ['dd/mm/yyyy'], isFrom1904: true }
    expect(await shown([44519, 1], options)).toEqual({ x: '20/11/2025' })
  })

  test('is read from its first visible sheet, or the one that is named', async () => {
    const { send, person } = await anImporter(shared())
    const sheet = (name: string, phone: string, state = 'visible') => ({
      name,
      state,
      rows: [header, [name, phone]],
    })
    const file = await anXlsx([
      sheet('Oculta', '61999990001', 'hidden'),
      sheet('Mães', '61999990002'),
      sheet('Pais & Avós', '61999990003'),
    ])
    const phoneOf = async (fields: Readonly<Record<string, string>>) => {
      const { id }: { id: string } = await (await send(file, fields)).json()
      return (await person.call(`/api/contacts/${id}/export`)).text()
    }
    expect(await phoneOf({})).toContain('Mães,5561999990002')
    expect(await phoneOf({ sheet: 'pais & avós' })).toContain('5561999990003')
    expect(await phoneOf({ sheet: '2' })).toContain('5561999990003')
    const refused = await errorOf(await send(file, { sheet: 'Tios' }))
    expect(refused).toMatchObject({
      code: 'invalid',
      details: [
        {
          path: 'sheet',
          message: 'A planilha não tem a aba “Tios”. Abas: “Mães”, “Pais & Avós”.',
        },
      ],
    })
    const csv = await errorOf(await send('nome,fone\nAna,61999990001\n', { sheet: 'Tios' }))
    expect(csv).toMatchObject({ code: 'invalid', details: [{ path: 'sheet' }] })
  })

  test('gives its refused rows as the CSV that Excel opens, formulas defused', async () => {
    const { person } = await anImporter(shared())
    const bytes = await aSheet([header, ['Ana', 999990001, '=1+1'], ['Bia', '61999990002']])
    const form = asForm({}, { field: 'file', bytes })
    const response = await person.call('/api/contacts/import/invalid', form)
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
      "\ufeffNome;Telefone;x;motivo\r\nAna;999990001;'=1+1;Telefone sem DDD.\r\n",
    )
  })
})

describe('a file that is no good spreadsheet', () => {
  const whole = () => aSheet([header, ['Ana', '61999990001']])
  const sheetWith = (xml: string) =>
    aSheet([header], { parts: { 'xl/worksheets/sheet1.xml': xml } })
  const ole = (text: string) =>
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.alloc(508), ...Buffer.from(text, 'utf16le')])

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string]>([
    ['an .xls', () => ole('Workbook'), 'xls_old'],
    ['one with a password', () => ole('EncryptedPackage'), 'xlsx_protected'],
    ['an archive with a password', () => aSheet([header], { password: 'x' }), 'xlsx_protected'],
    ['one cut short', async () => (await whole()).slice(0, -40), 'xlsx_broken'],
    [
      'one with a wrong byte',
      async () => (await whole()).map((b, at) => (at === 700 ? b ^ 1 : b)),
      'xlsx_broken',
    ],
    ['a text document', () => aSheet([header], { parts: { 'xl/workbook.xml': null } }), 'not_csv'],
    ['one without sheets', () => anXlsx([]), 'xlsx_broken'],
    [
      'one whose sheet is missing',
      () => aSheet([], { parts: { 'xl/worksheets/sheet1.xml': null } }),
      'xlsx_broken',
    ],
    [
      'one whose sheet breaks off',
      () => sheetWith('<worksheet><sheetData><row r="1"><c>'),
      'xlsx_broken',
    ],
    ['an empty sheet', () => aSheet([]), 'sheet_empty'],
    ['blank cells', () => aSheet([['', ' ']]), 'sheet_empty'],
    ['a header alone', () => aSheet([header]), 'no_valid_contacts'],
  ])('is refused with what to do: %s', async (_, make, code) => {
    const { send, person } = await anImporter(shared())
    const error = await errorOf(await send(await make()))
    expect(error).toMatchObject({ status: 400, code })
    expect(await (await person.call('/api/contacts')).json()).toEqual([])
  })

  test.each([
    ['nested for ever', `${'<a>'.repeat(1_000)}`, 'xlsx_broken'],
    ['a tag without an end', `<worksheet a="${'x'.repeat(6_000_000)}`, 'xlsx_broken'],
    [
      'a column beyond the last',
      '<worksheet><sheetData><row><c r="ZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
      'xlsx_broken',
    ],
    [
      'more rows than there can be',
      `<worksheet><sheetData>${'<row/>'.repeat(1_048_577)}</sheetData></worksheet>`,
      'xlsx_too_large',
    ],
    [
      'a small file of endless blanks',
      `<worksheet><sheetData>${' '.repeat(40 * 1024 * 1024)}</sheetData></worksheet>`,
      'xlsx_too_large',
    ],
  ])('is refused before it takes memory or time: %s', async (_, xml, code) => {
    const { send } = await anImporter(shared())
    expect(await errorOf(await send(await sheetWith(xml)))).toMatchObject({ code })
  })
})
