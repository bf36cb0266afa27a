import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

test('keeps texts under their names, and makes campaigns of them', async () => {
  const member = await aMember(server().url())
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

test('a name or a text is changed, and what is left out stays', async () => {
  const member = await aMember(server().url())
  await member.run(['templates', 'add', 'Aviso', '--text', 'Olá!'])
  await member.run(['templates', 'add', 'Outro', '--text', 'Oi!'])
  const edit = ['templates', 'edit', 'aviso']
  expect(await member.run(edit)).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('Informe o que mudar') },
  })
  expect(await member.run([...edit, '--name', 'outro'])).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Já existe um modelo com este nome.') },
  })
  expect(await member.run([...edit, '--text', ' '])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--text: Escreva o texto do modelo.') },
  })
  expect((await member.json([...edit, '--name', 'Aviso de falta'])).value).toMatchObject({
    ...{ nome: 'Aviso de falta', texto: 'Olá!' },
  })
  const changed = await member.run(['templates', 'edit', 'Aviso de falta', '--text', 'Bom dia!'])
  expect(changed.stdout).toContain('Modelo "Aviso de falta" alterado.')
  expect((await member.run(['templates', 'show', 'Aviso de falta'])).stdout).toBe('Bom dia!\n')
})
