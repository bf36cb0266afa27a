import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

const server = residentDaemon()

test('keeps webhooks, tries them out, and shows a secret only when it is made', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 500 }))
  const member = await aMember(server().url())
  expect((await member.run(['webhooks', 'list'])).stdout).toContain('Nenhum webhook.')

  const add = ['webhooks', 'add', `${url}/hook`, '--events']
  const wrong = await member.run([...add, 'envio.tudo'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--events: Use ') })
  const short = await member.run([...add, 'todos', '--secret', 'abc'])
  expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('--secret: ') })
  const { value } = await member.json([...add, 'envio.erro, resposta.recebida'])
  expect(value).toMatchObject({ segredo: expect.stringMatching(/^whsec_/) })
  const { id }: { id: string } = JSON.parse(JSON.stringify(value))

  const listed = await member.run(['webhooks', 'list'])
  expect(listed.stdout).toContain('envio.erro')
  expect(listed.stdout).not.toContain('whsec_')
  const tried = await member.run(['webhooks', 'test', id])
  const remedy = 'O webhook respondeu 500.\nA falha é do programa que recebe'
  expect(tried).toMatchObject({ code: 1, stdout: expect.stringContaining(remedy) })
  expect(seen).toHaveLength(1)
  const sample = await member.run(['webhooks', 'test', id, '--event', 'resposta.recebida'])
  expect(sample).toMatchObject({ code: 1, stdout: expect.stringContaining(seen[1]?.text ?? '–') })
  expect(JSON.parse(seen[1]?.text ?? '')).toMatchObject({
    type: 'resposta.recebida',
    data: { resposta: expect.any(String) },
  })
  expect(await member.run(['webhooks', 'test', id, '--event', 'envio.tudo'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/"envio.tudo".*Use uma destas palavras: teste, campanha/),
  })
  expect(seen).toHaveLength(2)
  expect((await member.run(['webhooks', 'edit', id])).code).toBe(2)
  const changed = await member.run(['webhooks', 'edit', id, '--disable', '--new-secret'])
  expect(changed.stdout).toContain('whsec_')
  const deliveries = await member.run(['webhooks', 'list', '--deliveries', id])
  expect(deliveries.stdout).toContain('Nada foi enviado')
  expect((await member.run(['webhooks', 'remove', id, '--yes'])).stdout).toContain('excluído')
})
