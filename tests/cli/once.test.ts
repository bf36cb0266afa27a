import { writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aMember } from '../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../support/daemon/shared.ts'
import { serveTest } from '../support/loopback.ts'

const server = residentDaemon()
const simulated = residentDaemon({ flags: ['--simulator'] })

const aPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** A proxy whose connection breaks after the server has answered the first call of each path. */
async function aLossyProxy(url: string, paths: readonly string[]) {
  const lost: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    const onward = request(`${url}${path}`, { method, headers }, (answer) => {
      if (method === 'POST' && paths.includes(path) && !lost.includes(path)) {
        lost.push(path)
        answer.resume().on('end', () => outgoing.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return { url: await serveTest(proxy), lost }
}

test('makes one list and one campaign, although the first answer of each call was lost', async () => {
  const daemon = simulated()
  const paths = ['/api/contacts/import', '/api/upload/image', '/api/campaigns']
  const proxy = await aLossyProxy(daemon.url(), paths)
  const member = await aMember(proxy.url)
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  await writeFile(`${member.home}/oferta.png`, await aPicture())
  const device = ownPhone()
  await member.run(['devices', 'connect', device, '--scan'])
  const imported = await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stderr).toContain('Sem resposta do servidor. Tentando de novo…')
  const whole = ['--name', 'Oferta', '--list', 'Lista', '--device', device, '--text', 'Oi']
  const flags = [...whole, '--image', 'oferta.png', '--at', '2097-03-01T10:00:00-03:00']
  const created = await member.json(['campaigns', 'create', ...flags])
  expect(created).toMatchObject({ code: 0, value: { name: 'Oferta', status: 'Agendada' } })
  expect(proxy.lost).toEqual(paths)
  expect(await member.json(['contacts', 'list'])).toMatchObject({ value: [{ total: 1 }] })
  expect((await member.json(['campaigns', 'list'])).value).toHaveLength(1)
})

const refusalOf = (code: string) =>
  JSON.stringify({ error: 'Não se sabe.', message: 'Não se sabe.', code })

test.each([
  [
    'the server that was asked lost the one that has the account',
    502,
    refusalOf('outcome_unknown'),
  ],
  ['the account was lost before its answer was noted', 503, refusalOf('lease_lost')],
  ['a proxy lost the server that it had asked', 502, '<html></html>'],
])('makes one list where %s', async (_case, status, refusal) => {
  const daemon = server()
  let lost = 0
  const front = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    const onward = request(`${daemon.url()}${path}`, { method, headers }, (answer) => {
      if (path !== '/api/contacts/import' || lost > 0) {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
        return
      }
      lost += 1
      answer.resume()
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(refusal)
    })
    incoming.pipe(onward)
  })
  const member = await aMember(await serveTest(front))
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  const imported = await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  expect([imported.code, lost]).toEqual([0, 1])
  expect((await member.json(['contacts', 'list'])).value).toHaveLength(1)
})

test('a command repeated with its key makes the same campaign, image and all', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  await writeFile(`${member.home}/oferta.png`, await aPicture())
  const flags = ['--draft', '--name', 'Oferta', '--image', 'oferta.png']
  const create = (...more: readonly string[]) =>
    member.json(['campaigns', 'create', ...flags, '--idempotency-key', 'pedido 7', ...more])
  const first = await create()
  expect(first.code).toBe(0)
  expect((await create()).value).toEqual(first.value)
  const other = await create('--text', 'Outra')
  expect(other).toMatchObject({ code: 1, value: { code: 'idempotency_mismatch' } })
  expect((await member.json(['campaigns', 'list'])).value).toHaveLength(1)
})

test('refuses a key that no header can carry', async () => {
  const member = await aMember(server().url())
  const flags = ['--draft', '--name', 'Oferta', '--idempotency-key', 'ação']
  const { code, stderr } = await member.run(['campaigns', 'create', ...flags])
  expect(stderr).toBe('--idempotency-key: A chave aceita letras sem acento, números e sinais.\n')
  expect(code).toBe(2)
})

test('where the disk does not say whether it kept a list, the command tells how to look', async () => {
  const daemon = server()
  const sentence = 'O disco do servidor falhou. Confira antes de repetir.'
  const refusal = { error: sentence, message: sentence, code: 'storage_unsettled' }
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    if (path === '/api/contacts/import') {
      incoming.resume().on('end', () => {
        outgoing.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      })
      return
    }
    const onward = request(`${daemon.url()}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  const member = await aMember(await serveTest(proxy))
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  const { code, stderr } = await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  expect(stderr).toContain(sentence)
  expect(stderr).toContain('disparo contacts list')
  expect(code).not.toBe(0)
})
