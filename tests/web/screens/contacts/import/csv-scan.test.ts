import { describe, expect, test } from 'vitest'
import { scanCsv } from '../../../../../web/screens/contacts/import/csv-scan.ts'
import { BATCH_IMPORT_MAX_ROWS } from '../../../../../web/screens/contacts/import/row-tally.ts'

const scan = (content: BlobPart, columns: { name: number; phone: number } | null = null) =>
  scanCsv(new Blob([content]), { columns, onProgress: () => undefined })

describe('a file that is read before it is saved', () => {
  test('is split into contacts, repeated ones and refused lines, each with its reason', async () => {
    const reading = await scan(
      'nome,telefone,cidade\nAna,61 99999-0001,Brasília\n\nBia,61999990001,\nCaio,123,\nDora,,\n',
    )
    expect(reading).toMatchObject({
      encoding: 'utf8',
      delimiter: ',',
      header: ['nome', 'telefone', 'cidade'],
      columns: { name: 0, phone: 1 },
      rowCount: 4,
      validCount: 1,
      duplicateCount: 1,
      invalidCount: 2,
      contacts: [{ name: 'Ana', phone: '5561999990001', line: 2, fields: { cidade: 'Brasília' } }],
      invalid: [
        { line: 5, name: 'Caio', phone: '123', reason: 'Telefone curto demais: faltam dígitos.' },
        { line: 6, name: 'Dora', phone: '', reason: 'Sem telefone.' },
      ],
    })
  })

  test('is read in Windows-1252 with semicolons as Excel writes it', async () => {
    const latin = Uint8Array.from('Nome;Fone\r\nConceição;61999990001\r\n', (c) => c.charCodeAt(0))
    expect(await scan(latin)).toMatchObject({
      encoding: 'win1252',
      delimiter: ';',
      sample: [{ name: 'Conceição' }],
    })
  })

  test('may have its phones in any column, found by what stands there', async () => {
    const text = 'cidade,telefone,x,nome do cliente\nBrasília,61999990001,,Ana\n'
    expect((await scan(text)).columns).toEqual({ name: 3, phone: 1 })
    const other = 'celular,nome\n61999990001,Ana\n61999990002,Bia\n'
    expect((await scan(other)).columns).toEqual({ name: 1, phone: 0 })
    expect((await scan(other, { name: 0, phone: 1 })).validCount).toBe(0)
  })

  test('warns when its first line, which is skipped, looks like a contact', async () => {
    const { warnings, validCount } = await scan('Ana,61999990001\nBia,61999990002\n')
    expect(warnings.join()).toContain('parece um contato')
    expect(validCount).toBe(1)
  })

  test('completes phones without area code by the one that most have, unless another is named', async () => {
    const text = 'nome;fone\nA;61999990001\nB;6133334444\nC;11999990001\nD;99999-0002\nE;123\n'
    const guessed = await scan(text)
    expect(guessed).toMatchObject({ usualArea: '61', withoutAreaCount: 1, validCount: 4 })
    expect(guessed.choices.ddd).toBe('61')
    expect(guessed.contacts?.at(-1)?.phone).toBe('5561999990002')
    const options = { onProgress: () => undefined }
    const none = await scanCsv(new Blob([text]), { ...options, ddd: '' })
    expect(none).toMatchObject({ usualArea: '61', withoutAreaCount: 1, validCount: 3 })
    const even = await scan('nome;fone\nA;61999990001\nC;11999990001\nD;99999-0002\n')
    expect(even).toMatchObject({ usualArea: null, withoutAreaCount: 1, validCount: 2 })
  })

  test('counts phones of other countries apart, each once', async () => {
    const { foreign } = await scan('n;f\nA;+351912345678\nB;00351912345678\nC;61999990001\n')
    expect(foreign).toEqual({ count: 1, sample: ['351912345678'] })
  })

  test('has all of its lines as contacts where it has no header', async () => {
    const file = new Blob(['Ana;61999990001;3B\nBia;61999990002;\n'])
    const reading = await scanCsv(file, { hasHeader: false, onProgress: () => undefined })
    expect(reading).toMatchObject({
      validCount: 2,
      warnings: [],
      header: ['coluna 1', 'coluna 2', 'coluna 3'],
    })
    expect(reading.contacts?.[0]?.fields).toEqual({ 'coluna 3': '3B' })
  })

  test('is read with line breaks in quotes, and says where quotes never close', async () => {
    const { contacts, invalid } = await scan(
      'nome,telefone\n"Ana\nMaria",61999990001\nBia,61999990002\n"Caio,61999990003\n',
    )
    expect(contacts?.map(({ name, line }) => [name, line])).toEqual([
      ['Ana\nMaria', 2],
      ['Bia', 4],
    ])
    expect(invalid[0]?.reason).toContain('aspas que não fecham')
  })

  test('is refused where it is a spreadsheet, a picture, or nothing', async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0, 0])
    await expect(scan(zip)).rejects.toMatchObject({ code: 'xlsx_broken' })
    await expect(scan('  \n')).rejects.toMatchObject({ code: 'file_empty' })
  })

  test('gives its contacts only while they are few, and its counts always', async () => {
    const rows = Array.from(
      { length: BATCH_IMPORT_MAX_ROWS + 1 },
      (_, i) => `P,619${70_000_000 + i}`,
    )
    const { contacts, validCount } = await scan(`nome,telefone\n${rows.join('\n')}`)
    expect(contacts).toBeNull()
    expect(validCount).toBe(BATCH_IMPORT_MAX_ROWS + 1)
  })
})
