import { expect, test } from 'vitest'
import { keepSecrets, searchLog } from '../support/daemon/log-secrets.ts'

/** Secrets that a test gives to a daemon, whose log is searched for them at its end. */
const told = {
  password: 'uma senha de teste',
  user: { apikey: 'chave-de-teste-123' },
  contatos: [{ name: 'Ana', phone: '61999990001' }],
  texto: 'Olá, "Ana"!\nTudo bem?',
}

test.each([
  ['password', '{"msg":"denied","given":"uma senha de teste"}'],
  ['key', '{"msg":"denied","of":"chave-de-teste-123"}'],
  ['phone', '{"msg":"sent","jid":"5561999990001@s.whatsapp.net"}'],
  ['text', JSON.stringify({ msg: 'sent', what: 'Olá, "Ana"!\nTudo bem?' })],
  ['token', '{"url":"/x?token=eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"}'],
  ['token', '{"headers":{"cookie":"disparo_session=abc"}}'],
  ['key', '{"authorization":"Bearer abcdefgh12"}'],
])('a %s in a log is found, and not shown again', (kind, line) => {
  keepSecrets('http://127.0.0.1:1', told)
  const search = () => searchLog('http://127.0.0.1:1', `{"msg":"ready"}\n${line}\n`)
  expect(search).toThrow(new RegExp(`a daemon logged a ${kind}: .*\\*\\*\\*`))
})

test('ids and devices are no secrets', () => {
  keepSecrets('http://127.0.0.1:1', told)
  const log = '{"msg":"sent","deviceId":"5561999990000","campaignId":"12","messageId":"3EB0"}'
  expect(() => searchLog('http://127.0.0.1:1', log)).not.toThrow()
})
