import { expect, test } from 'vitest'
import { aDaemon, aMember } from '../../support/daemon/command-line.ts'

test('keeps texts under their names, and makes campaigns of them', async () => {
  const member = await aMember((await aDaemon()).url())
  expect((await member.run(['templates', 'list'])).stdout).toContain('Nenhum modelo.')

  const add = ['templates', 'add', 'Boas-vindas']
  expect(await member.run([...add, '--text', ' '])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--text: Escreva o texto do modelo.') },
  })
  const text = 'Olá, {primeiro_nome|cliente}!'
  expect((await member.run([...add, '--text', text])).stdout).toContain('guardado')
  expect((await member.run([...add, '--text', text])).code).toBe(1)
  expect((await member.run(['templates', 'list'])).stdout).toContain('Boas-vindas')
  expect((await member.run(['templates', 'show', 'boas-vindas'])).stdout).toBe(`${text}\n`)

  const create = ['campaigns', 'create', '--draft', '--name', 'Aviso', '--template']
  const { value } = await member.json([...create, 'boas-vindas'])
  expect(value).toMatchObject({ texto: text, status: 'Rascunho' })
  expect((await member.run([...create, 'Boas-vindas', '--text', 'Oi'])).code).toBe(2)
  expect(await member.run([...create, 'Outro'])).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Nenhum modelo com o id ou nome "Outro"') },
  })

  expect((await member.run(['templates', 'remove', 'Boas-vindas'])).code).toBe(2)
  const removed = await member.run(['templates', 'remove', 'Boas-vindas', '--yes'])
  expect(removed.stdout).toContain('excluído')
})
