import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '../../src/simulator/simulator.ts'
import { eventually } from '../support/eventually.ts'
import {
  connectBareClient,
  createMessageMemory,
  logInBareClient,
} from '../support/whatsapp/bare-client.ts'

const phone = '5511988887777'
const ana = '5511911112222'

async function aStateDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('linked clients log in again after a restart, to the same root key and authority', async () => {
  const stateDir = await aStateDir()
  const first = await createSimulator({ stateDir })
  const client = await connectBareClient({ simulator: first, phone, name: 'Loja' })
  await client.sendText(ana, 'antes')
  await first.close()
  await client.closed

  const second = await createSimulator({ stateDir })
  onTestFinished(() => second.close())
  expect(second.rootKeyHex).toBe(first.rootKeyHex)
  expect(second.mediaCaPem).toBe(first.mediaCaPem)
  expect(await readFile(second.mediaCaPath ?? '', 'utf8')).toBe(first.mediaCaPem)
  const again = await logInBareClient({ simulator: second, auth: client.auth })
  onTestFinished(() => again.close())
  expect(again.sock.user?.name).toBe('Loja')
  await again.sendText(ana, 'depois')
  expect(await second.control.inbox(ana)).toMatchObject([{ text: 'depois' }])
  await second.control.sendInbound({ from: ana, to: phone, text: 'oi' })
  await eventually(() => again.messages.find(({ message }) => message?.conversation === 'oi'))
})

test('each account has a file of its own, and those of the first version are taken over', async () => {
  const stateDir = await aStateDir()
  const first = await createSimulator({ stateDir })
  const client = await connectBareClient({ simulator: first, phone, name: 'Loja' })
  await first.close()
  await client.closed
  const [path, folder] = [join(stateDir, 'simulator.json'), join(stateDir, 'accounts')]
  expect(await readdir(folder)).toEqual([`${phone}.json`])
  const account: unknown = JSON.parse(await readFile(join(folder, `${phone}.json`), 'utf8'))
  const base: object = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...base, version: 1, accounts: [account] }))
  await rm(folder, { recursive: true })

  const second = await createSimulator({ stateDir })
  onTestFinished(() => second.close())
  const again = await logInBareClient({ simulator: second, auth: client.auth })
  onTestFinished(() => again.close())
  expect(await readdir(folder)).toEqual([`${phone}.json`])
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(base)
})

test('what becomes of an account writes no other anew', async () => {
  const stateDir = await aStateDir()
  const first = await createSimulator({ stateDir })
  const client = await connectBareClient({ simulator: first, phone })
  await first.close()
  await client.closed
  const written = () => stat(join(stateDir, 'accounts', `${phone}.json`))
  const { ino } = await written()

  const second = await createSimulator({ stateDir })
  const other = await connectBareClient({ simulator: second, phone: '5511988886666' })
  await second.close()
  await other.closed
  expect(await readdir(join(stateDir, 'accounts'))).toHaveLength(2)
  expect((await written()).ino).toBe(ino)
})

test('a phone whose session is lost asks again, and the message arrives', async () => {
  const stateDir = await aStateDir()
  const first = await createSimulator({ stateDir })
  const client = await connectBareClient({ simulator: first, phone })
  await client.sendText(ana, 'pergunta')
  // Once the person has answered, the client's messages no longer begin a session.
  await first.control.sendInbound({ from: ana, to: phone, text: 'resposta' })
  await eventually(() => client.messages.length > 0)
  await first.close()
  await client.closed

  const second = await createSimulator({ stateDir })
  onTestFinished(() => second.close())
  const memory = createMessageMemory()
  const again = await logInBareClient({
    simulator: second,
    auth: client.auth,
    config: { getMessage: memory.getMessage },
  })
  onTestFinished(() => again.close())
  // A copy for one device goes out in the session that is there, as all do while the client's
  // device cache is fresh.
  memory.sent.set('3EB0CCCCCCCCCCCCCCCCCC', { conversation: 'de volta' })
  await again.sock.relayMessage(
    `${ana}@s.whatsapp.net`,
    { conversation: 'de volta' },
    {
      messageId: '3EB0CCCCCCCCCCCCCCCCCC',
      participant: { jid: `${ana}@s.whatsapp.net`, count: 1 },
    },
  )
  const [entry] = await eventually(async () => {
    const inbox = await second.control.inbox(ana)
    return inbox.length > 0 ? inbox : undefined
  })
  expect(entry).toMatchObject({ text: 'de volta', times: 1 })
  expect((await second.control.stats()).retriesAsked).toBeGreaterThan(0)
})

test('the state is readable by its owner alone, and a damaged one stops the start', async () => {
  const stateDir = await aStateDir()
  const simulator = await createSimulator({ stateDir })
  await simulator.close()
  const path = join(stateDir, 'simulator.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, '{"version":1')
  await expect(createSimulator({ stateDir })).rejects.toThrow(/state/)
})

test('without a state directory nothing is written and every start has its own root key', async () => {
  const [one, other] = [await createSimulator(), await createSimulator()]
  await Promise.all([one.close(), other.close()])
  expect(one.mediaCaPath).toBeUndefined()
  expect(one.rootKeyHex).not.toBe(other.rootKeyHex)
})
