import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

const list = 'Nome;Turma;Telefone\r\nAna;3B;61 99999-0001\r\nBia;3C;99999-0002\r\nCaio;;190\r\n'
const refused =
  'Nome;Turma;Telefone;motivo\r\nBia;3C;99999-0002;Telefone sem DDD.\r\nCaio;;190;Número de serviço (0800, 4004, 190…) não recebe WhatsApp.\r\n'

test('an import finds its columns, points to its refused rows, and writes them', async () => {
  const member = await aMember(server().url())
  const file = (name: string) => `${member.home}/${name}`
  await writeFile(file('l.csv'), list)

  const plain = await member.run(['contacts', 'import', 'l.csv', '--name', 'Um'])
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('Adicionados  1') })
  expect(plain.stderr).toContain('1 telefone está sem DDD. Se têm todos o mesmo')
  expect(plain.stderr).toContain('disparo contacts invalid l.csv -o .')

  const shown = await member.run(['contacts', 'invalid', 'l.csv'])
  expect(shown).toEqual({ code: 0, stdout: refused, stderr: '' })
  const saved = await member.json(['contacts', 'invalid', 'l.csv', '-o', '.'])
  expect(saved.value).toEqual({ path: 'l_invalidos.csv', byteCount: Buffer.byteLength(refused) })

  expect(await member.run(['contacts', 'import', 'l.csv', '--invalid', 'r.xlsx'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use um nome que termine em .csv.'),
  })
  await writeFile(file('t.csv'), `Escola Cecília;;\r\nPais, em 20/11/2026;;\r\n;;\r\n${list}`)
  expect(await member.json(['contacts', 'import', 't.csv', '--name', 'Dois'])).toMatchObject({
    value: {
      ...{ added: 1, invalid: [{ line: 6 }, { line: 7 }] },
      warnings: ['As 2 linhas acima do cabeçalho ficaram de fora: parecem um título.'],
    },
  })
  expect((await member.run(['contacts', 'invalid', 't.csv'])).stdout).toBe(refused)

  const both = ['contacts', 'import', 'l.csv', '--ddd', '61', '--invalid', 'r.csv']
  const { value } = await member.json(both)
  expect(value).toMatchObject({ added: 2, invalid: [{ line: 4 }], invalid_file: 'r.csv' })
  expect(await readFile(file('r.csv'), 'utf8')).not.toContain('Bia')
})

test('an import that accepts no row writes the refused rows all the same', async () => {
  const member = await aMember(server().url())
  await writeFile(`${member.home}/l.csv`, 'nome,fone\nAna,99999-0001\n')
  const importing = await member.run(['contacts', 'import', 'l.csv', '--invalid', 'r.csv'])
  expect(importing).toMatchObject({ code: 1, stdout: '' })
  expect(importing.stderr).toContain('Linhas recusadas gravadas em r.csv.')
  expect(await readFile(`${member.home}/r.csv`, 'utf8')).toContain('Ana,99999-0001,Telefone sem')
})

test('a first line that is a contact is taken with --no-header', async () => {
  const member = await aMember(server().url())
  await writeFile(`${member.home}/l.csv`, 'Ana,61999990001\nBia,61999990002\n')
  const { value } = await member.json(['contacts', 'import', 'l.csv', '--no-header'])
  expect(value).toMatchObject({ added: 2, invalid: [] })
  expect(value).not.toHaveProperty('warnings')
})
