import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { errorOf, reportOf } from '../../support/http/app.ts'
import { anImporter, lines } from '../../support/http/importer.ts'

const encoded = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding))

describe('an import', () => {
  test('makes a list of name,phone below the header', async () => {
    const { send, contactsOf } = await anImporter()
    const response = await send(lines('name,phone', 'Ana,61999990000', '', 'Bia,61988880000'), {
      name: 'Clientes',
    })
    expect(response.status).toBe(201)
    const report = await reportOf(response)
    expect(report).toEqual({
      id: expect.any(String),
      name: 'Clientes',
      total: 2,
      added: 2,
      duplicates: 0,
      invalid: [],
    })
    expect(await contactsOf(report.id)).toEqual([
      { name: 'Ana', phone: '5561999990000' },
      { name: 'Bia', phone: '5561988880000' },
    ])
  })

  test('reports refused rows with their index from 0 and their line from 1', async () => {
    const { imported } = await anImporter()
    const { report } = await imported(
      '\ufeffname,phone\r\nAna,61999990000\r\n\r\n"Bia\r\nMaria",61988880000\r\nRui,12\r\n,\r\nZé,\r\n',
    )
    expect(report).toMatchObject({ added: 2 })
    expect(report.invalid).toEqual([
      {
        index: 2,
        line: 6,
        name: 'Rui',
        phone: '12',
        reason: 'Telefone curto demais: faltam dígitos.',
      },
      { index: 3, line: 8, name: 'Zé', phone: '', reason: 'Sem telefone.' },
    ])
  })

  test('gives the named area code to phones without one, and counts those of other countries', async () => {
    const { send, contactsOf } = await anImporter()
    const text = lines('nome,fone', 'Ana,99999-0000', 'Bia,3222-1100', 'Zoe,+351 912 345 678')
    const report = await reportOf(await send(text, { ddd: '61' }))
    expect(report).toMatchObject({ added: 3, foreign: { count: 1, sample: ['351912345678'] } })
    const phones = (await contactsOf(report.id)).map(({ phone }) => phone)
    expect(phones).toEqual(['5561999990000', '556132221100', '351912345678'])

    const refused = await errorOf(await send(text, { ddd: '20' }))
    const details = [{ path: 'ddd', message: 'Informe um DDD que existe, como 61.' }]
    expect(refused).toMatchObject({ status: 400, code: 'invalid', details })
  })

  test('keeps line breaks, quotes and delimiters inside quotes', async () => {
    const { imported } = await anImporter()
    const { contacts } = await imported(
      lines('nome;fone', '"Silva; Ana\r\n""Nina""";61999990000', 'O "tal" Rui;61988880000'),
    )
    expect(contacts.map(({ name }) => name)).toEqual(['Silva; Ana\n"Nina"', 'O "tal" Rui'])
  })

  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('tells the delimiter by itself: %s', async (_, delimiter) => {
    const { imported } = await anImporter()
    const row = (...cells: string[]) => cells.join(delimiter)
    const quoted = delimiter === ',' ? '"Rua, 1"' : 'Rua, 1'
    const { contacts } = await imported(
      lines(row('nome', 'fone', 'rua'), row('Ana', '61999990000', quoted)),
    )
    expect(contacts).toEqual([{ name: 'Ana', phone: '5561999990000', campos: { rua: 'Rua, 1' } }])
  })

  test("obeys Excel's own sep line, and still counts lines from 1", async () => {
    const { imported } = await anImporter()
    const { report, contacts } = await imported(
      lines('sep=;', 'nome;fone', 'Ana, a boa;61999990000', 'Rui;1'),
    )
    expect(contacts).toMatchObject([{ name: 'Ana, a boa' }])
    expect(report.invalid).toMatchObject([{ index: 1, line: 4 }])
  })

  test.each(['utf8', 'win1252', 'utf16-le', 'utf16-be'])('reads a file in %s', async (encoding) => {
    const { imported } = await anImporter()
    const text = lines('nome,fone,cidade', 'João Conceição,61999990000,São João “del-Rei” €')
    const { contacts } = await imported(encoded(text, encoding))
    expect(contacts).toEqual([
      {
        name: 'João Conceição',
        phone: '5561999990000',
        campos: { cidade: 'São João “del-Rei” €' },
      },
    ])
  })

  test.each(['utf8', 'utf16-le'])('reads a file in %s with a byte order mark', async (encoding) => {
    const { imported } = await anImporter()
    const bytes = encoded(`\ufeff${lines('"nome",fone', 'João,61999990000')}`, encoding)
    expect((await imported(bytes)).contacts).toEqual([{ name: 'João', phone: '5561999990000' }])
  })

  test('tells Windows-1252 by a letter far behind the beginning', async () => {
    const { imported } = await anImporter()
    const rows = Array.from({ length: 5_000 }, (_, number) => `Ana,6199${1_000_000 + number}`)
    const text = lines('nome,fone', ...rows, 'Conceição,61988880000')
    const { contacts } = await imported(encoded(text, 'win1252'))
    expect(contacts.at(-1)?.name).toBe('Conceição')
  })

  test('reads UTF-8 whose letters are cut by the pieces they arrive in', async () => {
    const { imported } = await anImporter()
    const rows = Array.from({ length: 20_000 }, (_, number) => `ç€😀,6199${1_000_000 + number}`)
    const { contacts, report } = await imported(
      lines('x,nome,fone', ...rows.map((row) => `,${row}`)),
      {
        columns: '{"name":1,"phone":2}',
      },
    )
    expect(report.added).toBe(20_000)
    expect(new Set(contacts.map(({ name }) => name))).toEqual(new Set(['ç€😀']))
  })

  test('reads lines that end in \\r alone', async () => {
    const { imported } = await anImporter()
    expect((await imported('nome,fone\rAna,61999990000\rBia,61988880000')).report.added).toBe(2)
  })

  test('makes further columns campos under their headers', async () => {
    const { imported } = await anImporter()
    const { contacts } = await imported(
      lines('nome,fone,Cidade ,,Cidade,__proto__', 'Ana,61999990000, Natal ,a,b,c,extra'),
    )
    expect(contacts).toMatchObject([
      { campos: { Cidade: 'Natal', 'coluna 4': 'a', 'Cidade 2': 'b' } },
    ])
  })

  test('takes the columns that the call names', async () => {
    const { imported } = await anImporter()
    const { contacts } = await imported(lines('id,fone,nome', '7,61999990000,Ana'), {
      columns: '{"name":2,"phone":1}',
    })
    expect(contacts).toEqual([{ name: 'Ana', phone: '5561999990000', campos: { id: '7' } }])
  })

  test.each(['x', '{}', '{"phone":-1}', '{"phone":"1"}'])('refuses columns %s', async (columns) => {
    const { send } = await anImporter()
    const response = await send(lines('nome,fone', 'Ana,61999990000'), { columns })
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('warns when the header looks like a contact', async () => {
    const { imported } = await anImporter()
    const { report } = await imported(lines('Ana,61999990000', 'Bia,61988880000'))
    expect(report.added).toBe(1)
    expect(report.warnings).toEqual([
      'A primeira linha foi tratada como cabeçalho, mas parece um contato: "Ana, 61999990000".',
    ])
  })

  test('keeps what stands before quotes that nobody closed, and says where', async () => {
    const { imported } = await anImporter()
    const { report } = await imported(
      lines('nome,fone', 'Ana,61999990000', '"Bia,61988880000', 'Rui,61977770000'),
    )
    expect(report.added).toBe(1)
    expect(report.invalid).toMatchObject([
      { index: 1, reason: 'O arquivo não pôde ser lido até o fim: há aspas que não fecham.' },
    ])
  })

  test('does not hold a record that never ends', async () => {
    const { imported } = await anImporter()
    const endless = `nome,fone\nAna,61999990000\n"${'x\n'.repeat(2_000_000)}`
    const { report } = await imported(endless)
    expect(report).toMatchObject({ added: 1, invalid: [{ index: 1 }] })
  })
})

describe('an import into a list', () => {
  const old = lines('nome,fone,cidade', 'Ana,61999990000,Natal')
  const fresh = lines('nome,fone,cidade', 'Ana Maria,61999990000,Recife', 'Bia,61988880000,')

  test.each([
    ['keep', 'Ana', { added: 1, duplicates: 1 }],
    ['update', 'Ana Maria', { added: 1, updated: 1, duplicates: 0 }],
  ])('with on_duplicate=%s leaves the name %s', async (on_duplicate, name, expected) => {
    const { imported, send, contactsOf } = await anImporter()
    const { report } = await imported(old)
    const response = await send(fresh, { list: report.id, on_duplicate })
    expect(response.status).toBe(200)
    expect(await reportOf(response)).toMatchObject({ id: report.id, total: 2, ...expected })
    expect((await contactsOf(report.id))[0]?.name).toBe(name)
  })

  test('that is unknown is refused', async () => {
    const { send } = await anImporter()
    expect(await errorOf(await send(old, { list: 'x' }))).toMatchObject({ code: 'list_not_found' })
  })
})

describe('a file that is no CSV', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  test.each([
    ['a broken xlsx', bytes(0x50, 0x4b, 3, 4, 20, 0, 6, 0), 'xlsx_broken'],
    ['an xls', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'xls_old'],
    ['a PDF', '%PDF-1.7\n', 'not_csv'],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'not_csv'],
    ['bytes', bytes(1, 2, 3, 4, 5, 6, 7, 8), 'not_csv'],
    ['nothing', '', 'file_empty'],
    ['blanks', '\ufeff \r\n\r\n', 'file_empty'],
    ['a header alone', 'name,phone\n', 'no_valid_contacts'],
    ['prose', 'Querida Ana,\nestou bem.\n', 'no_valid_contacts'],
  ])('such as %s is refused', async (_, content, code) => {
    const { send, person } = await anImporter()
    expect(await errorOf(await send(content))).toMatchObject({ status: 400, code })
    expect(await (await person.call('/api/contacts')).json()).toEqual([])
  })
})
