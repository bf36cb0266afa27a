import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asForm, errorOf, reportOf } from '../../support/http/app.ts'
import { anImporter, lines } from '../../support/http/importer.ts'

describe('a form', () => {
  test('without a file is refused', async () => {
    const { person } = await anImporter()
    const response = await person.call('/api/contacts/import', asForm({ name: 'x' }))
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'file_missing' })
  })

  test('may have its fields behind the file', async () => {
    const { person } = await anImporter()
    const form = new FormData()
    form.set('file', new Blob([lines('nome,fone', 'Ana,61999990000')]), 'a.csv')
    form.set('name', 'Depois — ção')
    const response = await person.call('/api/contacts/import', { method: 'POST', body: form })
    expect(await reportOf(response)).toMatchObject({ name: 'Depois — ção' })
  })

  test('with a wrong field is refused', async () => {
    const { send } = await anImporter()
    const response = await send(lines('nome,fone', 'Ana,61999990000'), { on_duplicate: 'talvez' })
    expect(await errorOf(response)).toMatchObject({
      code: 'invalid',
      details: [{ path: 'on_duplicate', message: 'Use keep ou update.' }],
    })
  })

  test.each([
    ['another content type', 'text/csv', 'x', 415, 'not_multipart'],
    ['no boundary', 'multipart/form-data', 'x', 400, 'malformed_upload'],
    ['no parts', 'multipart/form-data; boundary=b', 'x', 400, 'malformed_upload'],
    [
      'an early end',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nnome,fone',
      400,
      'malformed_upload',
    ],
    [
      'an empty boundary',
      'multipart/form-data; boundary=',
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'"'.repeat(300_000)}\r\n--b--\r\n`,
      400,
      'malformed_upload',
    ],
    [
      'a part whose headers never end',
      'multipart/form-data; boundary=b',
      '--b\r\nno header\r\n--b--\r\n',
      400,
      'malformed_upload',
    ],
  ])('with %s is refused', async (_, type, body, status, code) => {
    const { person } = await anImporter()
    const response = await person.call('/api/contacts/import', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(await errorOf(response)).toMatchObject({ status, code })
  })

  test('that says it is too large is refused before it is read', async () => {
    const { person } = await anImporter()
    const { body } = asForm({}, { field: 'file', bytes: 'x' })
    const request = new Request('http://x', { method: 'POST', body })
    const response = await person.call('/api/contacts/import', {
      method: 'POST',
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        'content-length': String(2 ** 40),
      },
      body: await request.arrayBuffer(),
    })
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'file_too_large' })
  })

  test('leaves no file behind', async () => {
    const { send, dir } = await anImporter()
    await send(lines('nome,fone', 'Ana,61999990000'))
    await send('\u0000')
    expect(await readdir(join(dir, 'tmp'))).toEqual([])
  })
})
