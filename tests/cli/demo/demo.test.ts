import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { absentPhones } from '../../../src/cli/demo/cast.ts'
import { packagePath } from '../../../src/package-root.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

test('shows a campaign whose numbers add up', async () => {
  const person = await aPerson()
  const { code, stdout, stderr } = await person.run(['demo', '--exit'])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('200 linhas = 192 importadas + 6 repetidas + 2 inválidas')
  expect(stdout).toContain('192 destinatários = 189 enviadas + 3 erros')
  expect(stdout).toContain('✔ 189 mensagens conferidas nos celulares simulados')
  expect(stdout).toContain('+55 (31) 98765-4321 foi encontrado como +55 (31) 8765-4321')
  expect(stdout.match(/Erro .*Número não está no WhatsApp\./g)).toHaveLength(3)
  const results = await readFile(`${person.home}/resultado-demo.csv`, 'utf8')
  expect(results.match(/^1-\d+,/gm)).toHaveLength(192)
})

test('brings a list as Brazilian spreadsheets write it', async () => {
  const bytes = await readFile(packagePath('docs/exemplos/contatos.csv'))
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError)
  const text = iconv.decode(bytes, 'win1252')
  const [header, ...rows] = text.split('\r\n').slice(0, -1)
  expect(header).toBe('nome;telefone;cidade')
  expect(rows).toHaveLength(200)
  const phones = rows.map((row) => (row.split(';')[1] ?? '').replace(/\D/g, ''))
  for (const phone of absentPhones) {
    expect(phones.filter((digits) => `55${digits}`.endsWith(phone))).toHaveLength(1)
  }
})
