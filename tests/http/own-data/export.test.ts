import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { zipped } from '../../../src/http/own-data/zip-stream.ts'
import { asForm, asJson, type Person } from '../../support/http/app.ts'
import { DEVICE, somebody } from '../../support/http/somebody.ts'
import { aPdf } from '../../support/uploads/samples.ts'

/** The files of an archive, by name. */
async function unzip(bytes: Blob): Promise<ReadonlyMap<string, string>> {
  const zip = new ZipReader(new BlobReader(bytes), { useWebWorkers: false, checkSignature: true })
  const files = new Map<string, string>()
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()))
  }
  return files
}

async function exportOf(person: Pick<Person, 'call'>) {
  const response = await person.call('/auth/export')
  expect(response.status).toBe(200)
  return { response, files: await unzip(await response.blob()) }
}

test('an archive holds all that is kept of an account, and none of its secrets', async () => {
  const { ana, request, storage, clock } = await somebody()
  const at = new Date(clock.now()).toISOString()
  const bot = { gatewayId: OWN_GATEWAY_ID, instanceName: DEVICE, agentId: null }
  const chatbot = { ...bot, id: 'c1', name: 'Preços', keywords: ['preço'], reply: 'R$ 5' }
  await storage.answering.chatbots.save(ana.id, { ...chatbot, isActive: true, createdAt: at })
  const heard = { ...bot, id: 'r1', at, remoteJid: 'x', pushName: null, heard: 'Qual o preço?' }
  const reply = { ...heard, chatbotId: 'c1', answer: 'R$ 5', reason: null }
  await storage.answering.replies.add(ana.id, reply, null)
  const upload = await ana.call(
    '/api/upload/file',
    asForm({}, { field: 'file', bytes: aPdf, name: 'Aviso.pdf' }),
  )
  expect(upload.status).toBe(201)
  await ana.call('/api/people/5561999990001/notes', asJson({ texto: 'Prefere manhã' }))
  const { response, files } = await exportOf(ana)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain(
    'filename="disparo-meus-dados-2026-01-15.zip"',
  )
  expect([...files.keys()]).toEqual([
    ...['LEIA-ME.txt', 'conta.json', 'conexoes.json', 'modelos.json', 'configuracoes.json'],
    ...['webhooks.json', 'gateways.json', 'assistentes.json', 'chatbots.json'],
    'respostas-automaticas.json',
    ...['listas/turma a.csv', 'listas/Turma A (2).csv', 'campanhas.json'],
    ...['campanhas/1 Reunião- 5º-6º.csv', 'descadastrados.csv', 'pessoas.json'],
    ...[`conversas/${DEVICE}.csv`, 'arquivos/Aviso.pdf'],
  ])
  const found = (name: string) => files.get(name) ?? ''
  expect(JSON.parse(found('conta.json'))).toMatchObject({
    ...{ name: 'Escola da Ana', email: ana.email, sessoes: [{ aparelho: expect.any(String) }] },
  })
  expect(JSON.parse(found('modelos.json'))).toMatchObject([{ nome: 'Boas-vindas' }])
  expect(JSON.parse(found('respostas-automaticas.json'))).toMatchObject([
    { chatbot_id: 'c1', heard: 'Qual o preço?', answer: 'R$ 5' },
  ])
  expect(JSON.parse(found('campanhas.json'))).toMatchObject([{ id: '1', texto: 'Olá, {nome}' }])
  expect(found('listas/Turma A (2).csv')).toContain('Bia;5561999990001;5º ano')
  expect(found('campanhas/1 Reunião- 5º-6º.csv')).toMatch(/Bia;55 61 99999.0001;.*Olá, Bia/)
  expect(found('descadastrados.csv')).toContain('Zeca')
  expect(JSON.parse(found('pessoas.json'))).toMatchObject([
    { pessoa: '5561999990001', anotacoes: [{ texto: 'Prefere manhã', created_at: at }] },
  ])
  expect(found(`conversas/${DEVICE}.csv`)).toMatch(/5561999990001;Bia;.*;Bia;Estarei lá;/)
  expect(found('arquivos/Aviso.pdf')).toContain('%PDF-')

  const everything = [...files.values()].join('\n')
  for (const secret of [ana.apikey, ana.password, ana.token, 'chave-do-gateway', 'whsec_']) {
    expect(everything).not.toContain(secret)
  }
  expect((await request('/auth/export')).status).toBe(401)
})

test('another account’s archive has nothing of it', async () => {
  const { register } = await somebody()
  const { files } = await exportOf(await register('Outra'))
  expect([...files.keys()].filter((name) => name.includes('/'))).toEqual([])
  expect([...files.values()].join('\n')).not.toMatch(/Bia|Zeca|Reunião|99990001/)
})

test('what cannot be read does not end the archive, and is named in it', async () => {
  const { ana, services } = await somebody()
  const [list] = await services.contacts.list(ana.id)
  const { read } = services.contacts
  Object.assign(services.contacts, {
    read: (userId: string, id: string) => {
      // As if the list was deleted between the listing and its turn.
      if (id === list?.id) return read(userId, 'gone')
      return read(userId, id)
    },
  })
  const { files } = await exportOf(ana)
  expect(files.get('INCOMPLETO.txt')).toContain('listas/turma a.csv')
  expect(files.get('listas/Turma A (2).csv')).toContain('Bia')
})

test('damaged conversations are named in the archive, and the rest is there', async () => {
  const { ana, services } = await somebody()
  Object.assign(services.chats, {
    list: async () => {
      throw new AppError('messages_damaged', 'a bad line')
    },
  })
  const pdf = asForm({}, { field: 'file', bytes: aPdf, name: 'Aviso.pdf' })
  await ana.call('/api/upload/file', pdf)
  const { files } = await exportOf(ana)
  expect(files.get('INCOMPLETO.txt')).toContain(`conversas/${DEVICE}.csv`)
  expect(files.get('arquivos/Aviso.pdf')).toContain('%PDF-')
})

test('a reader who leaves ends the reading, and a failure ends the archive', async () => {
  let isEnded = false
  const endless = async function* () {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(16_384))
    } finally {
      isEnded = true
    }
  }
  const of = async function* (content: () => AsyncIterable<Uint8Array>) {
    yield { name: 'x', content }
  }
  const note = () => ({ name: 'nota.txt', text: '' })
  let byteCount = 0
  for await (const bytes of zipped(of(endless), note)) {
    byteCount += bytes.length
    if (byteCount > 100_000) break
  }
  expect(isEnded).toBe(true)

  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10)
    throw new RangeError('a bug')
  }
  const readAll = async () => {
    for await (const _ of zipped(of(broken), note));
  }
  await expect(readAll()).rejects.toThrow('a bug')
})
