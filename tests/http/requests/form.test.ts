import { expect, test } from 'vitest'
import { anApp, errorOf } from '../../support/http/app.ts'

const part = (header: string, content: string) => `--b\r\n${header}\r\n\r\n${content}\r\n`
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`
const file = (name: string) => `${field('file')}; filename="${name}"`
const rows = 'nome;telefone\r\nAna;61999990001'

async function anImporter() {
  const { register } = await anApp()
  const person = await register()
  return (body: string, type = 'multipart/form-data; boundary=b') =>
    person.call('/api/contacts/import', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
}

test('a form is read whatever stands before, behind and around its file', async () => {
  const send = await anImporter()
  const body = `preamble\r\n${part(field('name'), 'Clientes')}${part(file('a"b;.csv'), rows)}--b--\r\nepilogue --b`
  const response = await send(body, 'Multipart/Form-Data; charset=utf-8; boundary="b"')
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ name: 'Clientes', added: 1 })
})

test('a field may follow the file', async () => {
  const send = await anImporter()
  const response = await send(`${part(file('a.csv'), rows)}${part(field('name'), 'Depois')}--b--`)
  expect(await response.json()).toMatchObject({ name: 'Depois' })
})

test.each([
  ['nothing', ''],
  ['no end', part(file('a.csv'), rows)],
  ['an end inside a header', '--b\r\nContent-Disp'],
  ['too many parts', `${part(field('a'), 'x').repeat(101)}--b--`],
  ['two files', `${part(file('a.csv'), rows)}${part(file('b.csv'), rows)}--b--`],
  ['a field that never ends', `${part(field('name'), 'x'.repeat(70_000))}--b--`],
])('a body with %s is malformed, and says so', async (_, body) => {
  const send = await anImporter()
  expect(await errorOf(await send(body))).toMatchObject({ code: 'malformed_upload' })
})

test.each([
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary='],
])('a form with %s is malformed', async (_, type) => {
  const send = await anImporter()
  expect(await errorOf(await send(`${part(file('a.csv'), rows)}--b--`, type))).toMatchObject({
    code: 'malformed_upload',
  })
})

test.each(['text/plain', 'application/json', 'multipart/form-data-x; boundary=b'])(
  'the type "%s" is no form',
  async (type) => {
    const send = await anImporter()
    const response = await send('x', type)
    expect(response.status).toBe(415)
    expect(await errorOf(response)).toMatchObject({ code: 'not_multipart' })
  },
)

test('a form without a chosen file is told apart from one with an empty file', async () => {
  const send = await anImporter()
  expect(await errorOf(await send(`${part(file(''), '')}--b--`))).toMatchObject({
    code: 'file_missing',
  })
  expect(await errorOf(await send(`${part(file('a.csv'), '')}--b--`))).toMatchObject({
    code: 'file_empty',
  })
})
