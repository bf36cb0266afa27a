import { describe, expect, test } from 'vitest'
import {
  BATCH_IMPORT_MAX_ROWS,
  scanCsv,
} from '../../../../../web/screens/contacts/import/csv-scan.ts'

const scan = (content: BlobPart, columns: Parameters<typeof scanCsv>[1]['columns'] = null) =>
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
    await expect(scan(zip)).rejects.toMatchObject({ code: 'not_csv' })
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
