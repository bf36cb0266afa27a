import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { anXlsx } from '../contacts/xlsx.ts'
import { aPerson } from '../daemon/command-line.ts'
import type { Daemon } from '../daemon/daemon.ts'
import { aStandIn } from '../daemon/stand-in.ts'
import { until } from '../daemon/user.ts'
import { aPdf } from '../uploads/samples.ts'
import { wordsOf } from './shell-blocks.ts'

/** A reader who types what a document says, with the files it mentions. */

const Ids = z.array(z.object({ id: z.string() }))
const Devices = z.array(z.object({ deviceId: z.string() }))
const Me = z.object({ user: z.object({ apikey: z.string() }) })
type End = { readonly code: number | null; readonly said: string }

let readers = 0

export async function aReaderOfDocuments(daemon: Daemon) {
  const person = await aPerson()
  const { home } = person
  const hook = await aStandIn(() => ({ status: 200, body: {} }))
  const environment = {
    DISPARO_URL: daemon.url(),
    DISPARO_DATA_DIR: `${daemon.dataDir}/simulador`,
  }
  readers += 1
  const email = `leitora${readers}@exemplo.com.br`
  await writeFiles(home)
  await mkdir(`${home}/copias`)
  const control = createControlClient(daemon.controlUrl())
  await control.setBehaviour('5561988887777', { readDelayMs: 0 })
  return { type }

  /** Types a line, and returns how it ended. */
  async function type(line: string): Promise<End> {
    const [name, ...words] = wordsOf(await fitted(line))
    if (name === 'curl') return asCurl(words)
    if (name !== 'disparo') throw new Error(`nobody knows how to type ${line}`)
    const [, from] = / < (\S+)$/.exec(line) ?? []
    const args = await answered(words)
    const { code, stdout, stderr } = await person.run(args, {
      ...{ environment, input: from === undefined ? 'uma senha boa\n' : `${await apiKey()}\n` },
    })
    const [, to] = / > (\S+)$/.exec(line) ?? []
    if (to !== undefined) await writeFile(`${home}/${to}`, stdout)
    if (words[0] === 'signup') await prepareAccount()
    return { code, said: `${stdout}${stderr}` }
  }

  /** Puts this test's addresses, folders and ids in place of the document's. */
  async function fitted(line: string): Promise<string> {
    const [, place] = /^disparo campaigns [a-z]+ (\d)\b/.exec(line) ?? []
    const [copy = ''] = line.includes('disparo restore') ? await readdir(`${home}/copias`) : []
    const campaign = place && (await idsOf('campaigns', 'list')).toReversed()[Number(place) - 1]
    return (
      line
        .replace(/^(disparo campaigns [a-z]+ )\d\b/, `$1${campaign}`)
        .replace(
          'WEBHOOK',
          line.includes('WEBHOOK') ? ((await idsOf('webhooks', 'list'))[0] ?? '') : '',
        )
        .replace('ENTREGA', line.includes('ENTREGA') ? await aDelivery() : '')
        .replace('INSTANCIA', line.includes('INSTANCIA') ? await anInstance() : '')
        .replace('https://loja.exemplo.com.br/hook', hook.url)
        .replace('https://loja.exemplo.com.br', daemon.url())
        .replace('http://127.0.0.1:3000', daemon.url())
        .replace('$DISPARO_APIKEY', line.includes('$DISPARO_APIKEY') ? await apiKey() : '')
        .replace('/srv/', `${home}/`)
        .replace(/disparo-[\dTZ-]+\.zip/, copy)
        .replace('/mnt/', `${home}/`)
        // A day that has not come yet, however old the document is.
        .replace(/(?<=\d\d\/\d\d\/)2027\b/, '2097')
    )
  }

  /** Answers the questions that a command asks at a terminal, and acts on the phone. */
  async function answered(words: readonly string[]): Promise<string[]> {
    if (words[0] === 'signup') {
      return [...words, '--name', 'Maria Souza', '--email', email, '--password-stdin']
    }
    return words[1] === 'connect' ? [...words, '--scan'] : [...words]
  }

  /** Gives the reader a chatbot, and an interval below the usual minute. */
  async function prepareAccount(): Promise<void> {
    const bot = { name: 'Horário', instance_name: 'x', keywords: ['horas'], reply: 'Às 9h.' }
    for (const call of [
      ['PUT', '/api/padroes', '-d', '{"delay": 0}'],
      ['POST', '/chatbots', '-d', JSON.stringify(bot)],
    ]) {
      const { code, stderr } = await person.run(['api', ...call], { environment })
      if (code !== 0) throw new Error(stderr)
    }
  }

  async function idsOf(...args: readonly string[]): Promise<readonly string[]> {
    const { value } = await person.json(args, { environment })
    return Ids.parse(value).map(({ id }) => id)
  }

  /** A delivery of the first webhook: at least the event of an opt-out. */
  async function aDelivery(): Promise<string> {
    const [webhook = ''] = await idsOf('webhooks', 'list')
    const events = '{"eventos": ["descadastro.criado"]}'
    const gone = '{"phone": "61999990008"}'
    for (const call of [
      ['PATCH', `/api/webhooks/${webhook}`, '-d', events],
      ['POST', '/api/optouts', '-d', gone],
    ]) {
      const { code, stderr } = await person.run(['api', ...call], { environment })
      if (code !== 0) throw new Error(stderr)
    }
    return await until(
      async () => (await idsOf('api', 'GET', `/api/webhooks/${webhook}/deliveries`))[0] ?? '',
      (id) => id !== '',
    )
  }

  /** The connection that the reader has made. */
  async function anInstance(): Promise<string> {
    const { value } = await person.json(['devices', 'list'], { environment })
    return Devices.parse(value)[0]?.deviceId ?? ''
  }

  async function apiKey(): Promise<string> {
    const { value } = await person.json(['whoami'], { environment })
    return Me.parse(value).user.apikey
  }
}

async function writeFiles(home: string): Promise<void> {
  const people = 'nome;telefone;cidade\nAna Lima;61999990001;Goiânia\nSem telefone;;Brasília\n'
  const files = {
    'clientes.csv': people,
    'pacientes.csv': people,
    'escola.csv': 'nome,telefone\nBia Reis,99999-0002\nVazia,\n',
    'escola.xlsx': await anXlsx([
      { name: 'Alunos', rows: [['nome'], ['Caio']] },
      {
        name: 'Responsáveis',
        rows: [
          ['nome', 'telefone'],
          ['Ana Lima', '61999990001'],
        ],
      },
    ]),
    'terceiro.txt': 'Boa tarde, {nome}!\n',
    'mensagem.txt': 'Segue a tabela, {nome}.\n',
    'tabela.pdf': aPdf,
    'nao-perturbe.csv': 'telefone\n61999990009\n',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(`${home}/${name}`, content)
}

/** Makes a call as curl would: test machines do not always have curl. */
async function asCurl(words: readonly string[]): Promise<End> {
  const headers = new Headers()
  let method = 'GET'
  let body: string | null = null
  let url = ''
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) {
      url = word
      continue
    }
    at += 1
    const value = words[at] ?? ''
    if (word === '-H')
      headers.set(value.slice(0, value.indexOf(':')), value.replace(/^[^:]*: /, ''))
    else if (word === '-X') method = value
    else if (word === '-d') body = value
    else throw new Error(`curl ${word} is not known here`)
  }
  const response = await fetch(url, { method, headers, body })
  return { code: response.ok ? 0 : 22, said: await response.text() }
}
