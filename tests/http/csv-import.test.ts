import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { anApp, asForm, errorOf, reportOf } from '../support/http.ts'

type Fields = Readonly<Record<string, string>>

async function anImporter() {
  const { register, ...rest } = await anApp()
  const person = await register()
  const send = (bytes: string | Uint8Array<ArrayBuffer>, fields: Fields = {}) =>
    person.call('/api/contacts/import', asForm(fields, { field: 'file', bytes }))
  const contactsOf = async (id: string): Promise<{ name: string; phone: string }[]> => {
    const list: { contatos: string } = await (await person.call(`/api/contacts/${id}`)).json()
    return JSON.parse(list.contatos)
  }
  const imported = async (bytes: string | Uint8Array<ArrayBuffer>, fields?: Fields) => {
    const report = await reportOf(await send(bytes, fields))
    return { report, contacts: await contactsOf(report.id) }
  }
  return { ...rest, person, send, contactsOf, imported }
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
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
      { index: 2, line: 6, name: 'Rui', phone: '12', reason: 'Telefone inválido.' },
      { index: 3, line: 8, name: 'Zé', phone: '', reason: 'Sem telefone.' },
    ])
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
  ])('detects %s', async (_, delimiter) => {
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

  test.each(['utf8', 'win1252', 'utf16-le', 'utf16-be'])('reads %s', async (encoding) => {
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

  test.each(['utf8', 'utf16-le'])('reads %s with a byte order mark', async (encoding) => {
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

  test('takes the columns it is told', async () => {
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
    ['an xlsx', bytes(0x50, 0x4b, 3, 4, 20, 0, 6, 0), 'not_csv'],
    ['an xls', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'not_csv'],
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

describe('a form', () => {
  test('without a file is refused', async () => {
    const { person } = await anImporter()
    const response = await person.call('/api/contacts/import', asForm({ name: 'x' }))
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'file_missing' })
  })

  test('may have its fields behind the file', async () => {
    const { person } = await anImporter()
    const form = new FormData()
    form.set('file', new Blob([lines('nome,fone', 'Ana,61999990000')]), 'a.csv')
    form.set('name', 'Depois — ção')
    const response = await person.call('/api/contacts/import', { method: 'POST', body: form })
    expect(await reportOf(response)).toMatchObject({ name: 'Depois — ção' })
  })

  test('with a wrong field is refused', async () => {
    const { send } = await anImporter()
    const response = await send(lines('nome,fone', 'Ana,61999990000'), { on_duplicate: 'talvez' })
    expect(await errorOf(response)).toMatchObject({
      code: 'invalid',
      details: [{ path: 'on_duplicate', message: 'Use keep ou update.' }],
    })
  })

  test.each([
    ['another content type', 'text/csv', 'x', 415, 'not_multipart'],
    ['no boundary', 'multipart/form-data', 'x', 400, 'malformed_upload'],
    ['no parts', 'multipart/form-data; boundary=b', 'x', 400, 'malformed_upload'],
    [
      'an early end',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nnome,fone',
      400,
      'malformed_upload',
    ],
    [
      'an empty boundary',
      'multipart/form-data; boundary=',
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'"'.repeat(300_000)}\r\n--b--\r\n`,
      400,
      'malformed_upload',
    ],
    [
      'a part whose headers never end',
      'multipart/form-data; boundary=b',
      '--b\r\nno header\r\n--b--\r\n',
      400,
      'malformed_upload',
    ],
  ])('with %s is refused', async (_, type, body, status, code) => {
    const { person } = await anImporter()
    const response = await person.call('/api/contacts/import', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(await errorOf(response)).toMatchObject({ status, code })
  })

  test('that says it is too large is refused before it is read', async () => {
    const { person } = await anImporter()
    const { body } = asForm({}, { field: 'file', bytes: 'x' })
    const request = new Request('http://x', { method: 'POST', body })
    const response = await person.call('/api/contacts/import', {
      method: 'POST',
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        'content-length': String(2 ** 40),
      },
      body: await request.arrayBuffer(),
    })
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'file_too_large' })
  })

  test('leaves no file behind', async () => {
    const { send, dir } = await anImporter()
    await send(lines('nome,fone', 'Ana,61999990000'))
    await send('\u0000')
    expect(await readdir(join(dir, 'tmp'))).toEqual([])
  })
})
