import { writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { expect, test } from 'vitest'
import { aMember, aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { eventually } from '../../support/eventually.ts'
import { serveTest } from '../../support/loopback.ts'
import { aPromise } from '../../support/promise.ts'

const server = residentDaemon()

/** A proxy that reads `takesBytes` of an import, and holds its answer back until `letGo`. */
async function aSlowProxy(url: string, { takesBytes = Infinity } = {}) {
  const held = aPromise()
  let arrivedByteCount = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    const onward = request(`${url}${path}`, { method, headers }, async (answer) => {
      if (path.endsWith('/import')) await held.promise
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.on('data', (chunk: Buffer) => {
      if (!path.endsWith('/import')) return
      arrivedByteCount += chunk.length
      if (arrivedByteCount >= takesBytes) incoming.unpipe(onward).pause()
    })
    incoming.on('error', () => onward.destroy())
    incoming.on('close', () => incoming.complete || onward.destroy())
    incoming.pipe(onward)
  })
  const address = await serveTest(proxy)
  return { url: address, letGo: held.keep, arrivedByteCount: () => arrivedByteCount }
}

test('reports after Ctrl+C an import that the server had accepted already', async () => {
  const proxy = await aSlowProxy(server().url())
  const member = await aMember(proxy.url)
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  const importing = member.start(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  await eventually(() => proxy.arrivedByteCount() > 0)
  importing.process.kill('SIGINT')
  await eventually(() => importing.output().stderr.includes('o servidor vai importá-lo'))
  proxy.letGo()
  const { code, stdout, stderr } = await importing.finished
  expect(code).toBe(130)
  expect(stdout).toContain('Lista "Lista": 1 contato no total.')
  expect(stderr).toContain('Para excluir a lista: disparo contacts delete ')
  expect(await member.json(['contacts', 'list'])).toMatchObject({ value: [{ name: 'Lista' }] })
})

test('advises nobody to delete a list that was there before the import', async () => {
  const proxy = await aSlowProxy(server().url())
  const member = await aMember(proxy.url)
  const { value } = await member.json(['whoami'])
  const { apikey } = (value as { user: { apikey: string } }).user
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  await writeFile(`${member.home}/m.csv`, 'nome,telefone\nBia,61999990002\n')
  const environment = { DISPARO_URL: server().url(), DISPARO_APIKEY: apikey }
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'], { environment })
  const again = ['contacts', 'import', 'm.csv', '--name', 'Lista']
  const importing = member.startAtTerminal(again)
  await eventually(() => importing.output().stdout.includes('Acrescentar a ela'))
  importing.type('\r')
  await eventually(() => proxy.arrivedByteCount() > 0)
  importing.type('\u0003')
  await eventually(() => importing.output().stdout.includes('o servidor vai importá-lo'))
  proxy.letGo()
  const { code, stdout } = await importing.finished
  expect(code).toBe(130)
  expect(stdout).toContain('A importação já estava feita quando foi interrompida.')
  expect(stdout).not.toContain('contacts delete')
})

test('imports nothing of a file that Ctrl+C kept from arriving', async () => {
  const proxy = await aSlowProxy(server().url(), { takesBytes: 1_000_000 })
  const member = await aMember(proxy.url)
  const rows = Array.from({ length: 400_000 }, (_, row) => `Ana,6199${1_000_000 + row}`)
  await writeFile(`${member.home}/grande.csv`, `nome,telefone\n${rows.join('\n')}\n`)
  const importing = member.start(['contacts', 'import', 'grande.csv'])
  await eventually(() => proxy.arrivedByteCount() >= 1_000_000)
  importing.process.kill('SIGINT')
  expect(await importing.finished).toMatchObject({ code: 130, stdout: '', stderr: '' })
  expect(await member.json(['contacts', 'list'])).toMatchObject({ value: [] })
})

test('names the option that has a wrong name of a list', async () => {
  const member = await aMember(server().url())
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  expect(await member.run(['contacts', 'import', 'l.csv', '--name', 'a'.repeat(201)])).toEqual({
    code: 2,
    stdout: '',
    stderr: '--name: O nome da lista aceita até 200 caracteres.\n',
  })
})

test('says that a list may be there when no answer comes, and how to look', async () => {
  const user = { id: '1', name: 'A', email: 'a@b.com.br', nome_da_instancia: 'a', apikey: 'k' }
  const { url, seen } = await aStandIn(({ path }, response) => {
    if (path === '/auth/me') return { body: { user } }
    response.destroy()
    return null
  })
  const person = await aPerson()
  await writeFile(`${person.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  const { code, stderr, value } = await person.json(['contacts', 'import', 'l.csv'], {
    environment: { DISPARO_URL: url, DISPARO_APIKEY: 'chave' },
  })
  expect(stderr).toContain('podem ter sido importados mesmo assim.')
  expect(stderr).toContain('confira com: disparo contacts list\n')
  expect(stderr).toMatch(/--idempotency-key [0-9a-f-]{36} não cria em dobro\.\n$/)
  expect(code).toBe(4)
  expect(value).toMatchObject({ code: 'no_answer' })
  const keys = seen
    .filter(({ path }) => path !== '/auth/me')
    .map((call) => call.headers['idempotency-key'])
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
})
