import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { anXlsx } from '../../support/contacts/xlsx.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

test('a spreadsheet is imported from its first sheet or the one that --sheet names', async () => {
  const member = await aMember(server().url())
  const file = await anXlsx([
    {
      name: 'Alunos',
      rows: [
        ['Nome', 'Celular'],
        ['Ana', 61999990001],
        ['Bia', 99990002],
      ],
    },
    {
      name: 'Pais',
      rows: [
        ['Nome', 'Celular'],
        ['Rui', 61999990003],
      ],
    },
  ])
  await writeFile(`${member.home}/escola.xlsx`, file)
  const first = await member.json(['contacts', 'import', 'escola.xlsx', '--invalid', '.'])
  expect(first.value).toMatchObject({
    added: 1,
    invalid: [{ line: 3, name: 'Bia', phone: '99990002' }],
    invalid_file: 'escola_invalidos.csv',
  })
  const again = await member.json(['contacts', 'import', 'escola_invalidos.csv', '--ddd', '61'])
  expect(again.value).toMatchObject({ added: 1, invalid: [] })

  const other = await member.json(['contacts', 'import', 'escola.xlsx', '--sheet', 'Pais'])
  expect(other.value).toMatchObject({ added: 1, total: 1 })
  const unknown = await member.run(['contacts', 'import', 'escola.xlsx', '--sheet', 'Tios'])
  expect(unknown).toEqual({
    code: 2,
    stdout: '',
    stderr: '--sheet: A planilha não tem a aba “Tios”. Abas: “Alunos”, “Pais”.\n',
  })
})
