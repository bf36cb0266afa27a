import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember, aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

const server = residentDaemon()

test('makes any call of the server, and refuses what is none', async () => {
  const member = await aMember(server().url())
  const text = JSON.stringify({ nome: 'Aviso', texto: 'Olá, {nome}!' })
  const made = await member.json(['api', 'post', '/api/modelos', '-d', '-'], { input: text })
  expect(made).toMatchObject({ code: 0, value: { nome: 'Aviso', texto: 'Olá, {nome}!' } })
  expect((await member.run(['api', 'GET', 'api/modelos'])).stdout).toContain('"nome":"Aviso"')

  await writeFile(`${member.home}/corpo.json`, JSON.stringify({ nome: '' }))
  const refused = await member.json(['api', 'POST', '/api/modelos', '--data-file', 'corpo.json'])
  expect(refused).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Escreva o texto do modelo.') },
    value: { code: 'invalid', details: expect.any(Array) },
  })

  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['GET', 'https://outro.example/api'], 'Dê só o caminho'],
    [['GET', '//outro.example/api'], 'Dê só o caminho'],
    [['GET', '/api/modelos', '-d', '{}'], 'não tem corpo'],
    [['POST', '/api/modelos', '-d', '{nome}'], 'não é JSON'],
    [['POST', '/api/modelos', '-d', '{}', '--data-file', 'corpo.json'], 'não os dois'],
    [['POST', '/api/modelos', '-d', '{}', '--idempotency-key', 'a\nb'], 'A chave aceita letras'],
    [['ENVIAR', '/api/modelos'], 'Método desconhecido: ENVIAR'],
  ]
  for (const [args, sentence] of wrong) {
    const { code, stderr } = await member.run(['api', ...args])
    expect({ args, code, stderr }).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(sentence) },
    })
  }
})

test('says that an answer broke off in the middle', async () => {
  const { url } = await aStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('[1', () => response.destroy())
    return null
  })
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  const person = await aPerson()
  expect(await person.json(['api', 'GET', '/api/campaigns'], { environment })).toMatchObject({
    ...{ code: 1, value: { code: 'cut_off' } },
  })
})
