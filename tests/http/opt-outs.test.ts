import { expect, test } from 'vitest'
import { anXlsx, aSheet } from '../support/contacts/xlsx.ts'
import { anApp, asForm, asJson, errorOf, type Person } from '../support/http/app.ts'

type Row = { phone: string; nome: string; reason: string; source: string; created_at: string }

const rows = async (person: Person, query = ''): Promise<Row[]> =>
  (await person.call(`/api/optouts${query}`)).json()

test('adds a person by the phone as it is written, once, and takes it back', async () => {
  const { register } = await anApp()
  const ana = await register()
  const body = { phone: '(61) 99999-0001', nome: 'Bia', reason: 'Pediu na recepção' }
  const added = await ana.call('/api/optouts', asJson(body))
  expect(added.status).toBe(201)
  expect(await added.json()).toEqual({
    ...{ phone: '5561999990001', lid: null, nome: 'Bia', reason: 'Pediu na recepção' },
    ...{ source: 'manual', campaign_id: null, created_at: '2026-01-15T12:00:00.000Z' },
  })
  expect((await ana.call('/api/optouts', asJson({ phone: '61 9999-0001' }))).status).toBe(200)
  expect(await rows(ana)).toHaveLength(1)
  expect(await rows(await register())).toEqual([])

  const removing = () => ana.call('/api/optouts/5561999990001', { method: 'DELETE' })
  expect((await removing()).status).toBe(204)
  expect(await errorOf(await removing())).toMatchObject({ status: 404, code: 'optout_not_found' })
  expect(await rows(ana)).toEqual([])
})

test('says beside the field what is wrong with a phone', async () => {
  const ana = await (await anApp()).register()
  expect(await errorOf(await ana.call('/api/optouts', asJson({ phone: '123' })))).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [{ path: 'phone', message: expect.stringMatching(/\S/) }],
  })
  expect(await errorOf(await ana.call('/api/optouts', asJson({})))).toMatchObject({
    details: [{ path: 'phone', message: 'Informe o telefone.' }],
  })
  expect((await ana.call('/api/optouts', asJson({ phone: '99999-0001', ddd: '61' }))).status).toBe(
    201,
  )
})

test('lists the newest first in pages, and searches', async () => {
  const { register, clock } = await anApp()
  const ana = await register()
  for (const [place, nome] of ['Ana', 'Bia', 'Caio', 'Ana Paula'].entries()) {
    await ana.call('/api/optouts', asJson({ phone: `6199999000${place}`, nome }))
    clock.advance(1_000)
  }
  const first = await ana.call('/api/optouts?limit=3')
  expect((await first.json()).map(({ nome }: Row) => nome)).toEqual(['Ana Paula', 'Caio', 'Bia'])
  expect(first.headers.get('x-total-count')).toBe('4')
  const found = await ana.call('/api/optouts?limit=1&q=ana')
  expect(found.headers.get('x-total-count')).toBe('2')
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(await (await ana.call(next)).json()).toMatchObject([{ nome: 'Ana' }])
  expect((await rows(ana, '?q=ana')).map(({ nome }) => nome)).toEqual(['Ana Paula', 'Ana'])
  expect(await rows(ana, '?q=0002')).toMatchObject([{ nome: 'Caio' }])
})

test('a CSV of the list imports again with nothing lost', async () => {
  const { register } = await anApp()
  const ana = await register()
  const body = { phone: '61999990001', nome: 'Bia; a primeira', reason: '=1+1' }
  await ana.call('/api/optouts', asJson(body))
  await ana.call('/api/optouts', asJson({ phone: '+351 912 345 678' }))
  for (const query of ['?format=csv', '?format=csv&sep=;', '?format=excel']) {
    const csv = await ana.call(`/api/optouts${query}`)
    expect(csv.headers.get('content-disposition')).toContain('descadastrados.csv')
    const other = await register()
    const file = { field: 'file', bytes: await csv.text() }
    const answer = await other.call('/api/optouts/import', asForm({}, file))
    expect(await answer.json()).toEqual({ added: 2, duplicates: 0, invalid: [] })
    const names = (all: Row[]) => all.map(({ phone, nome, reason }) => ({ phone, nome, reason }))
    expect(names(await rows(other)).toReversed()).toEqual(names(await rows(ana)))
  }
})

test.each([
  ['a plain column of phones', '61999990001\n(61) 99999-0002\n\n61 9999-0001\nabc\n', 5],
  [
    'phones anywhere, without a header',
    'Ana,61999990001\nBia,61999990002\nCaio,61999990001,x\n,abc\n',
    4,
  ],
  [
    'a header that names the column',
    'Aluno;Celular;Motivo\nAna;61999990001;Saiu\nBia;61999990002;\nCaio;61999990001;\nDani;abc;\n',
    5,
  ],
])('imports %s, and says which lines have no phone', async (_, bytes, line) => {
  const ana = await (await anApp()).register()
  const answer = await ana.call('/api/optouts/import', asForm({}, { field: 'file', bytes }))
  expect(await answer.json()).toMatchObject({ added: 2, duplicates: 1, invalid: [{ line }] })
  expect((await rows(ana)).map(({ phone }) => phone).sort()).toEqual([
    ...['5561999990001', '5561999990002'],
  ])
})

const refusedTable = [
  ['Aluno', 'Celular', 'Série'],
  ['Ana', '61999990001', '3A'],
  ['Bia', '99999-0002', '3B'],
  ['Caio', 'sem telefone', '3C'],
]
const sheetOf = (rows: readonly (readonly string[])[]) => aSheet(rows)

test('imports the first sheet of an .xlsx, or the one that is named', async () => {
  const ana = await (await anApp()).register()
  const imported = async (fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer>) => {
    const file = { field: 'file', bytes, name: 'fora.xlsx' }
    return (await ana.call('/api/optouts/import', asForm(fields, file))).json()
  }
  expect(await imported({ ddd: '61' }, await sheetOf(refusedTable))).toMatchObject({
    ...{ added: 2, duplicates: 0, sheet: expect.any(String) },
    invalid: [{ line: 4, phone: 'sem telefone', reason: expect.stringMatching(/\S/) }],
  })
  const book = await anXlsx([
    { name: 'Resumo', rows: [['Total', 'dois']] },
    { name: 'Fora', rows: [['Telefone'], ['61999990003']] },
  ])
  // Nothing is stored yet, so that another sheet may still be chosen.
  expect(await imported({ dry_run: 'true' }, book)).toMatchObject({
    ...{ added: 0, duplicates: 0, sheets: ['Resumo', 'Fora'], sheet: 'Resumo' },
  })
  expect(await imported({ sheet: 'Fora' }, book)).toMatchObject({ added: 1, sheet: 'Fora' })
  expect((await rows(ana)).map(({ phone }) => phone).sort()).toEqual([
    ...['5561999990001', '5561999990002', '5561999990003'],
  ])
})

test.each(['csv', 'xlsx'])('hands out the refused rows of a %s with all columns', async (kind) => {
  const ana = await (await anApp()).register()
  const text = refusedTable.map((cells) => cells.join(';')).join('\r\n')
  const bytes = kind === 'csv' ? text : await sheetOf(refusedTable)
  const file = { field: 'file', bytes, name: `fora.${kind}` }
  const answer = await ana.call('/api/optouts/import/invalid', asForm({}, file))
  expect(answer.headers.get('content-disposition')).toContain('descadastro_invalidos.csv')
  const refused = (await answer.text()).replace(/^\uFEFF/, '')
  expect(refused.split('\r\n')).toEqual([
    'Aluno;Celular;Série;motivo',
    'Bia;99999-0002;3B;Telefone sem DDD.',
    expect.stringMatching(/^Caio;sem telefone;3C;\S/),
    '',
  ])
  expect(await rows(ana)).toEqual([])

  // The mended row is imported, without the reason of its refusal as the person's own.
  const mended = { field: 'file', bytes: refused.replace('99999-0002', '61 99999-0002') }
  await ana.call('/api/optouts/import', asForm({}, mended))
  expect(await rows(ana)).toMatchObject([{ phone: '5561999990002', nome: 'Bia', reason: '' }])
})

test('says from where on a file cannot be read, after what could', async () => {
  const ana = await (await anApp()).register()
  const bytes = `telefone\n61999990001\n"61999990002\n${'x'.repeat(1_100_000)}`
  const answer = await ana.call('/api/optouts/import', asForm({}, { field: 'file', bytes }))
  expect(await answer.json()).toMatchObject({
    added: 1,
    invalid: [{ reason: expect.stringContaining('aspas que não fecham') }],
  })
})

test.each([
  ['local numbers without a header', { ddd: '61' }, '99999-0001\n99999-0002\n', 2, []],
  ['a first number with a typo', {}, 'Ana,619999900\nBia,61999990002\n', 1, [1]],
  ['a first number with letters in it', {}, '6I99999OOO1\n61999990002\n', 1, [1]],
  [
    'a typo above a line that looks like a header',
    {},
    'Ana;619999900\nBia;ligar no celular\nCaio;61999990002\n',
    1,
    [1],
  ],
  [
    'a title above the header',
    {},
    'Escola Azul - 15/01/2026\nTurma;Nome;Telefone\n3A;Ana;61999990001\n3B;Bia;12\n',
    1,
    [4],
  ],
  ['a name under Contato', {}, 'Contato;Telefone\nAna;61999990001\nBia;1\n', 1, [3]],
  ['a count under Número', {}, 'Número;Nome;Telefone\n1;Ana;61999990001\n2;Bia;1\n', 1, [3]],
  ['phones under Número', {}, 'Nome;Número\nAna;61999990001\nBia;1\n', 1, [3]],
  ['an empty Telefone beside Contato', {}, 'Telefone;Contato\n;61999990001\n;x\n', 1, [3]],
] as const)('passes nobody over in silence: %s', async (_, fields, bytes, added, lines) => {
  const ana = await (await anApp()).register()
  const answer = await ana.call('/api/optouts/import', asForm(fields, { field: 'file', bytes }))
  const report = await answer.json()
  expect(report).toMatchObject({ added, duplicates: 0 })
  expect(report.invalid.map(({ line }: { line: number }) => line)).toEqual(lines)
})

test.each([
  [
    'above a header',
    'Escola Azul;CNPJ 12.345.678/0001-90\nContrato 20260001234;\nNome;Celular\nAna;61999990001\n',
    'As 2 linhas acima do cabeçalho ficaram de fora: parecem um título.',
  ],
  [
    'above a header of one column',
    'Escola Azul, CNPJ 12.345.678/0001-90\nTelefone\n61999990001\n',
    'A linha acima do cabeçalho ficou de fora: parece um título.',
  ],
  [
    'above phones alone',
    'CNPJ 12.345.678/0001-90\n61999990001\n',
    'A primeira linha ficou de fora: parece um título.',
  ],
])(
  'the number of a company in a title is no refused phone, and is reported: %s',
  async (_, bytes, warning) => {
    const ana = await (await anApp()).register()
    const file = { field: 'file', bytes }
    const answer = await ana.call('/api/optouts/import', asForm({}, file))
    expect(await answer.json()).toMatchObject({ added: 1, invalid: [], warnings: [warning] })
    const refused = await ana.call('/api/optouts/import/invalid', asForm({}, file))
    expect((await refused.text()).trim().split('\r\n')).toHaveLength(1)
  },
)

test('says from where on a file cannot be read whose first line is broken', async () => {
  const ana = await (await anApp()).register()
  const file = { field: 'file', bytes: `"61999990002\n${'x'.repeat(1_100_000)}` }
  const answer = await ana.call('/api/optouts/import', asForm({ dry_run: 'true' }, file))
  expect(await answer.json()).toMatchObject({
    added: 0,
    invalid: [{ reason: expect.stringContaining('aspas que não fecham') }],
  })
  const refused = await ana.call('/api/optouts/import/invalid', asForm({}, file))
  expect((await refused.text()).split('\r\n')).toEqual(['motivo', ''])
})

test('a spreadsheet that breaks off far down puts nobody on the list', async () => {
  const ana = await (await anApp()).register()
  const people = Array.from({ length: 1_000 }, (_, at) => [String(61_999_990_000 + at)])
  const tooLong = { xml: `<c t="str"><v>${'x'.repeat(300_000)}</v></c>` }
  const file = { field: 'file', bytes: await aSheet([...people, [tooLong]]), name: 'fora.xlsx' }
  expect(await errorOf(await ana.call('/api/optouts/import', asForm({}, file)))).toMatchObject({
    code: 'xlsx_broken',
  })
  expect(await rows(ana)).toEqual([])
})

test('tells one reason for each refused row, however often the file comes back', async () => {
  const ana = await (await anApp()).register()
  const refusedOf = async (bytes: string) => {
    const file = asForm({}, { field: 'file', bytes })
    return (await ana.call('/api/optouts/import/invalid', file)).text()
  }
  const once = await refusedOf('Nome;Telefone\nAna;99999-0001\nBia;61999990002\n')
  expect(once.split('\r\n')[0]).toBe('Nome;Telefone;motivo')
  expect(await refusedOf(once)).toBe(once)
})

test('finds people by how they came onto the list', async () => {
  const ana = await (await anApp()).register()
  await ana.call('/api/optouts', asJson({ phone: '61999990001', nome: 'Bia' }))
  const file = { field: 'file', bytes: 'nome,telefone\nBia,61999990002\nCaio,61999990003\n' }
  await ana.call('/api/optouts/import', asForm({}, file))
  const found = async (query: string) => (await rows(ana, query)).map(({ nome }) => nome).sort()
  expect(await found('?origem=csv')).toEqual(['Bia', 'Caio'])
  expect(await found('?origem=csv&q=bia')).toEqual(['Bia'])
  expect(await found('?origem=resposta')).toEqual([])
  expect((await ana.call('/api/optouts?origem=outra')).status).toBe(400)
  const csv = await (await ana.call('/api/optouts?origem=manual&format=csv')).text()
  expect(csv).toContain('5561999990001')
  expect(csv).not.toContain('5561999990002')
})

test('a CSV for Excel has words, local times, and phones that stay as they are', async () => {
  const ana = await (await anApp()).register()
  await ana.call('/api/optouts', asJson({ phone: '61999990001', nome: 'Bia', reason: 'Pediu' }))
  const csv = await (await ana.call('/api/optouts?format=excel')).text()
  expect(csv.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'Nome;Telefone;Motivo;Origem;Desde;Campanha;LID',
    'Bia;55 61 99999 0001;Pediu;Incluído à mão;15/01/2026 09:00:00;;',
    '',
  ])
})

test('refuses a file without a phone in it', async () => {
  const ana = await (await anApp()).register()
  const file = { field: 'file', bytes: 'nome\nAna\n' }
  expect(await errorOf(await ana.call('/api/optouts/import', asForm({}, file)))).toMatchObject({
    status: 400,
    code: 'no_valid_phones',
  })
})

test('a campaign keeps the footer it was given, until it is taken away', async () => {
  const ana = await (await anApp()).register()
  const made = await ana.call('/api/campaigns', asJson({ name: 'Natal', rodape_saida: true }))
  const { id, rodape_saida } = await made.json()
  expect(rodape_saida).toBe(true)
  const patched = (body: object) => ana.call(`/api/campaigns/${id}`, asJson(body, 'PATCH'))
  expect(await (await patched({ name: 'Páscoa' })).json()).toMatchObject({ rodape_saida: true })
  expect(await (await patched({ rodape_saida: false })).json()).not.toHaveProperty('rodape_saida')
})
