import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { asForm, errorOf } from '../../support/http/app.ts'
import { anImporter, lines } from '../../support/http/importer.ts'

type Bytes = string | Uint8Array<ArrayBuffer>

async function aReader() {
  const importer = await anImporter()
  const refused = async (bytes: Bytes, fields: Readonly<Record<string, string>> = {}) => {
    const form = asForm(fields, { field: 'file', bytes })
    const response = await importer.person.call('/api/contacts/import/invalid', form)
    return { response, bytes: new Uint8Array(await response.clone().arrayBuffer()) }
  }
  const refusedText = async (bytes: Bytes, fields?: Readonly<Record<string, string>>) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode((await refused(bytes, fields)).bytes)
  return { ...importer, refused, refusedText }
}

describe('the file of refused rows', () => {
  test('has every column of the original, and why each row was refused', async () => {
    const { refusedText, person } = await aReader()
    const text = lines(
      'Nome,Telefone,Turma,Obs',
      'Ana,61999990001,3B,',
      '"Silva, Bia",99999-0002,3C,"diz ""oi"""',
      'Caio,,3D,a,sobra',
      'Dora,61 9',
    )
    expect(await refusedText(text)).toBe(
      [
        'Nome,Telefone,Turma,Obs,motivo',
        '"Silva, Bia",99999-0002,3C,"diz ""oi""",Telefone sem DDD.',
        'Caio,,3D,a,Sem telefone.,sobra',
        'Dora,61 9,,,Telefone curto demais: faltam dígitos.',
        '',
      ].join('\r\n'),
    )
    expect(await (await person.call('/api/contacts')).json()).toEqual([])
  })

  test.each([
    ['utf8', ',', ''],
    ['utf8', ';', '\ufeff'],
    ['win1252', ';', ''],
    ['utf16-le', '\t', '\ufeff'],
    ['utf16-be', ';', '\ufeff'],
  ])('is written in %s with "%s" as the original is', async (encoding, separator, mark) => {
    const { refused } = await aReader()
    const row = (...cells: string[]) => cells.join(separator)
    const text = lines(row('nome', 'fone', 'cidade'), row('João “Zé”', '1', 'São José – €'))
    const original = new Uint8Array(iconv.encode(`${mark}${text}`, encoding))
    const { bytes } = await refused(original)
    const reason = row('João “Zé”', '1', 'São José – €', 'Telefone curto demais: faltam dígitos.')
    const expected = `${mark}${row('nome', 'fone', 'cidade', 'motivo')}\r\n${reason}\r\n`
    expect(Buffer.from(bytes).equals(iconv.encode(expected, encoding))).toBe(true)
  })

  test('keeps the line that names the separator', async () => {
    const { refusedText } = await aReader()
    const text = await refusedText(lines('sep=;', 'nome;fone', 'Ana, a boa;1'))
    expect(text.split('\r\n').slice(0, 2)).toEqual(['sep=;', 'nome;fone;motivo'])
  })

  test('brings back what the original would have given once its phones are mended', async () => {
    const { refusedText, imported } = await aReader()
    const row = (phone: string) =>
      lines(
        'Aluno;Código;Telefone;Obs;;motivo',
        `'-1 Ana;=A1;${phone};@x;sem título;mudou de escola`,
        `"Bia\nMaria";;${phone.slice(0, -1)}2;"a;b";;`,
      )
    const refused = await refusedText(row('99999-0001'))
    expect(refused).toContain('motivo;motivo\r\n')
    expect(refused).not.toMatch(/(?:^|;)[=@-]/m)
    const mended = refused.replaceAll('99999-000', '61 99999-000')
    const { contacts, report } = await imported(mended)
    expect(report.invalid).toEqual([])
    expect(contacts).toEqual((await imported(row('61 99999-0001'))).contacts)
    expect(contacts[0]?.campos).toMatchObject({
      motivo: 'mudou de escola',
      'coluna 5': 'sem título',
    })
    expect(Object.keys(contacts[1]?.campos ?? {})).toEqual(['Obs'])
  })

  test('that is refused again tells one reason, the newest', async () => {
    const { refusedText } = await aReader()
    const first = await refusedText(lines('nome,fone', 'Ana,', 'Bia,1'))
    const again = await refusedText(first.replace('Ana,', 'Ana,99999-0001'))
    expect(again.split('\r\n').slice(0, 2)).toEqual([
      'nome,fone,motivo',
      'Ana,99999-0001,Telefone sem DDD.',
    ])
    expect(await refusedText(again, { ddd: '61' })).not.toContain('Ana')
  })

  test('of a table without a header gets one by which it is read the same', async () => {
    const { refusedText, imported } = await aReader()
    const table = (phone: string) => lines(`3B,${phone},Ana`, '3C,61999990002,Bia')
    const options = { header: 'false', columns: '{"name":2,"phone":1}' }
    const refused = await refusedText(table('99990001'), options)
    expect(refused).toBe('coluna 1,telefone,nome,motivo\r\n3B,99990001,Ana,Telefone sem DDD.\r\n')
    const { contacts } = await imported(refused, { ddd: '61' })
    const straight = await imported(table('61 99990001'), options)
    expect(contacts).toEqual(straight.contacts.slice(0, 1))
    expect(straight.contacts).toHaveLength(2)
  })

  test('is refused like the import itself', async () => {
    const { refused } = await aReader()
    const { response } = await refused(lines('nome,fone', 'Ana,1'), { ddd: '20', header: 'x' })
    const error = await errorOf(response)
    expect(error).toMatchObject({ status: 400, code: 'invalid' })
    expect(error.details?.map(({ path }) => path)).toEqual(['ddd', 'header'])
    expect(await errorOf((await refused(' ')).response)).toMatchObject({ code: 'file_empty' })
  })
})

describe('an import that is only checked', () => {
  const file = lines(
    'nome,telefone',
    'Ana,61999990001',
    'Ana,61999990001',
    'Bia,1',
    'Caio,5511988880002',
  )

  test('counts what would come in beside the list, and stores nothing', async () => {
    const { person } = await anImporter()
    const check = async (fields: Readonly<Record<string, string>> = {}) => {
      const form = asForm(fields, { field: 'file', bytes: file })
      return person.call('/api/contacts/import/check', form)
    }
    expect(await (await check()).json()).toEqual({
      ...{ total: 2, added: 2, duplicates: 1 },
      invalid: [{ index: 2, line: 4, name: 'Bia', phone: '1', reason: expect.any(String) }],
    })
    expect(await (await person.call('/api/contacts')).json()).toEqual([])

    const first = asForm(
      { name: 'A' },
      { field: 'file', bytes: 'fone\n61999990001\n61977770003\n' },
    )
    const { id } = await (await person.call('/api/contacts/import', first)).json()
    const beside = await (await check({ list: id })).json()
    expect(beside).toMatchObject({ total: 3, added: 1, duplicates: 2 })
    expect(await errorOf(await check({ list: 'nada' }))).toMatchObject({ code: 'list_not_found' })
  })

  test('refuses the whole file for one row where nothing may be missing', async () => {
    const { person } = await anImporter()
    const strict = (bytes: string) =>
      person.call('/api/contacts/import', asForm({ strict: 'true' }, { field: 'file', bytes }))
    expect(await errorOf(await strict(file))).toMatchObject({
      ...{ status: 400, code: 'rows_refused' },
      details: [{ path: 'linha 4', message: expect.any(String) }],
    })
    expect(await (await person.call('/api/contacts')).json()).toEqual([])
    const whole = await strict('fone\n61999990001\n')
    expect(whole.status).toBe(201)
    expect(await whole.json()).toMatchObject({ added: 1 })
  })
})
