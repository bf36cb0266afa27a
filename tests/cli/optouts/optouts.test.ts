import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { anXlsx } from '../../support/contacts/xlsx.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

test('keeps the list of who gets no campaigns, and moves it from and to files', async () => {
  const member = await aMember(server().url())
  const empty = await member.run(['optouts', 'list'])
  expect(empty.stdout).toContain('Ninguém pediu para não receber.')

  const added = ['optouts', 'add', '(61) 99999-0001', '--name', 'Ana', '--reason', 'Por telefone']
  expect((await member.run(added)).stdout).toContain(
    '+55 (61) 99999-0001 não recebe mais campanhas.',
  )
  const refused = await member.run(['optouts', 'add', '123'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('<telefone>: ') })

  await writeFile(`${member.home}/fora.csv`, 'Telefone;Nome\n99999-0002;Bia\n61999990001;\nabc;\n')
  const importing = ['optouts', 'import', 'fora.csv', '--ddd', '61']
  const { value: tried } = await member.json([...importing, '--dry-run'])
  expect(tried).toMatchObject({ dry_run: true, added: 1, duplicates: 1, invalid: [{ line: 4 }] })
  expect((await member.json(['optouts', 'list'])).value).toHaveLength(1)
  const imported = await member.run(importing)
  expect(imported.stdout).toContain('1 pessoa não recebe mais campanhas.')
  expect(imported.stdout).toContain('Linha 4: abc: ')
  expect(await member.json(['optouts', 'list', '--search', 'bia'])).toMatchObject({
    code: 0,
    value: [{ phone: '5561999990002', nome: 'Bia', source: 'csv' }],
  })

  await writeFile(
    `${member.home}/fora.xlsx`,
    await anXlsx([
      { name: 'Resumo', rows: [['Total'], ['uma']] },
      { name: 'Fora', rows: [['Celular'], ['61999990003'], ['sem']] },
    ]),
  )
  const sheets = ['optouts', 'import', 'fora.xlsx', '--invalid', 'r.csv']
  expect(await member.json([...sheets, '--dry-run'])).toMatchObject({
    ...{ code: 1, value: { dry_run: true, added: 0, sheets: ['Resumo', 'Fora'] } },
  })
  expect((await member.json([...sheets, '--sheet', 'fora'])).value).toMatchObject({
    ...{ added: 1, sheet: 'Fora', invalid: [{ line: 3 }], invalid_file: 'r.csv' },
  })
  expect(await readFile(`${member.home}/r.csv`, 'utf8')).toMatch(/^\uFEFFCelular;motivo\r\nsem;\S/)
  await member.run(['optouts', 'export', '--excel', '-o', 'excel.csv'])
  expect(await readFile(`${member.home}/excel.csv`, 'utf8')).toContain('Ana;55 61 99999 0001;')

  await member.run(['optouts', 'export', '-o', 'lista.csv'])
  expect(await readFile(`${member.home}/lista.csv`, 'utf8')).toContain('5561999990001,,Ana,')
  expect((await member.run(['optouts', 'remove', '61999990001'])).code).toBe(2)
  const removed = await member.run(['optouts', 'remove', '61999990001', '--yes'])
  expect(removed.stdout).toContain('+55 (61) 99999-0001 volta a receber campanhas.')
  const again = await member.run(['optouts', 'remove', '61999990001', '--yes'])
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('não está na lista') })
})

test('creates a campaign with the sentence that tells how to leave', async () => {
  const member = await aMember(server().url())
  const create = ['campaigns', 'create', '--draft', '--name', 'Natal', '--text', 'Oi']
  const { value } = await member.json([...create, '--opt-out-footer'])
  const { id } = value as { id: string }
  expect(value).toMatchObject({ texto: 'Oi', rodape_saida: true })
  expect((await member.run(['campaigns', 'show', id])).stdout).toContain('responda SAIR.')
  expect((await member.run(['campaigns', 'sends', id, '--status', 'x'])).code).toBe(2)
})
