import { expect, test } from 'vitest'
import { pickFields, unknownFields } from '../../../src/cli/terminal/pick-fields.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

test('keeps of an answer the fields that were named, in their order, also deeper ones', () => {
  const value = { id: '1', name: 'A', user: { email: 'a@b.c' }, none: null }
  expect(JSON.stringify(pickFields(value, ['user.email', 'id', 'none']))).toBe(
    '{"user.email":"a@b.c","id":"1","none":null}',
  )
  expect(pickFields([value, { id: '2' }], ['id', 'name'])).toEqual([
    { id: '1', name: 'A' },
    { id: '2', name: null },
  ])
})

test('tells a field that no item has from one that a list without items might have', () => {
  expect(unknownFields([{ id: 1 }, { id: 2, name: 'A' }], ['id', 'name', 'nome'])).toEqual(['nome'])
  expect(unknownFields([], ['nome'])).toEqual([])
})

test('answers any command in JSON with the fields of --fields alone', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  const picked = await member.run(['whoami', '--fields', 'user.email,url'])
  expect(picked).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(picked.stdout)).toEqual({ 'user.email': member.email, url: daemon.url() })
  const unknown = await member.run(['--fields', 'nada,url', 'whoami'])
  expect(unknown.stderr).toBe(
    'Campos que não há nesta resposta: nada. Há: url, profile, credential, user.\n',
  )
  expect(JSON.parse(unknown.stdout)).toEqual({ nada: null, url: daemon.url() })
  // --fields takes nothing away from a failure.
  const failed = await member.run(['campaigns', 'show', 'nada', '--fields', 'id'])
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.stdout)).toMatchObject({ code: 'campaign_not_found' })
  for (const fields of [['--fields', 'id'], ['--fields=id']]) {
    const wrong = await member.run(['campaigns', 'list', ...fields, '--bogus'])
    expect(wrong.code).toBe(2)
    expect(JSON.parse(wrong.stdout)).toMatchObject({ code: 'usage' })
  }
})
