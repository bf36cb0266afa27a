import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/daemon/daemon.ts'
import { until } from '../support/daemon/user.ts'
import { aWebhookStand, DEVICE } from '../support/daemon/webhook-stand.ts'
import { operations } from './n8n-operations.ts'

const BRUNA = '5511970000651'
const CAIO = '5511970000652'
const INSTALL_LIMIT_MS = 600_000
/** The newest of n8n that runs on the oldest Node that this program runs on. */
const PACKAGES = ['n8n-nodes-evolution-api@1.0.4', 'n8n-core@1.80.2', 'n8n-workflow@1.79.1']
/** n8n names versions loosely, and a later zod lacks what n8n asks of it. */
const overrides = { zod: '3.25.67' }
/** What the lines with answers begin with. */
const ANSWER = 'answer '
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

type Answer = { readonly success?: boolean; readonly error?: unknown }

test('the n8n node for Evolution ends as with the original, or with the reason', async (context) => {
  const folder = await installed()
  if (folder === null) {
    context.skip('O registro do npm não está acessível: o nó do n8n não foi instalado.')
    return
  }
  const { control, user, writes, thread } = await aWebhookStand('n8n')
  const { messageId: theirMessageId } = await writes(BRUNA, 'Oi')
  await until(
    () => thread(BRUNA),
    ({ length }) => length === 1,
  )
  const ask = startNode(folder, `${user().url}/gateway`, user().apikey)
  const sent: Record<string, string> = {}
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { group: groupJid } = await control.playGroup({ by: DEVICE, add: [CAIO] })
  const [{ inviteCode = '' } = {}] = await control.groups()
  const all = operations({
    ...{ groupJid, inviteCode },
    ...{ instance: DEVICE, other: 'n8n', phone: BRUNA, theirMessageId },
    files: {
      image: image.toString('base64'),
      video: base64('\0\0\0\x18ftypmp42 video'),
      audio: base64('OggS          OpusHead voz'),
      document: base64('%PDF-1.7 tabela'),
    },
    textId: () => sent['messages-api send-text'] ?? '',
    imageId: () => sent['messages-api send-image'] ?? '',
  })

  const ends: string[] = []
  const surprises: string[] = []
  for (const describe of all) {
    const { name, parameters, refused, isBroken } = describe()
    const answer = await ask(parameters)
    const said = JSON.stringify(answer)
    // One operation returns its result without a `success` field.
    const isDone = answer.success ?? 'key' in answer
    if (isDone) sent[name] = idIn(answer)
    const asOriginal = isBroken ? !isDone : isDone
    const isAsWished = refused === undefined ? asOriginal : said.includes(refused)
    if (!isAsWished) surprises.push(`${name}: ${said.slice(0, 400)}`)
    ends.push(
      refused === undefined ? `como na original: ${name}` : `recusada: ${name} (${refused})`,
    )
  }
  expect(surprises).toEqual([])
  expect(ends.filter((line) => line.startsWith('como na original'))).toHaveLength(76)
  process.stdout.write(`${ends.sort().join('\n')}
`)
  const inbox = await control.inbox(BRUNA)
  const types = new Set(inbox.map(({ type }) => type))
  for (const type of [
    'text',
    'image',
    'video',
    'audio',
    'document',
    'poll',
    'contact',
    'reaction',
  ]) {
    expect(types).toContain(type)
  }
})

/**
 * Installs n8n and the node outside of the project, unless `N8N_FOLDER` has them already; null
 * where the registry cannot be reached.
 */
async function installed(): Promise<string | null> {
  const { N8N_FOLDER } = process.env
  if (N8N_FOLDER) return N8N_FOLDER
  const folder = await temporaryFolder('n8n')
  onTestFinished(folder.remove)
  await writeFile(
    `${folder.path}/package.json`,
    JSON.stringify({ private: true, version: '1.0.0', overrides }),
  )
  const npm = promisify(execFile)
  const options = { cwd: folder.path, timeout: INSTALL_LIMIT_MS }
  try {
    await npm('npm', ['ping', '--fetch-retries=0'], options)
  } catch {
    return null
  }
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  await npm('npm', ['install', ...quiet, ...PACKAGES], options)
  return folder.path
}

function startNode(folder: string, url: string, apikey: string) {
  const script = new URL('run-n8n.js', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder, url, apikey], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, N8N_USER_FOLDER: folder },
  })
  onTestFinished(() => {
    child.kill()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async (parameters: object): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify(parameters)}\n`)
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the process of n8n has ended')
      if (value.startsWith(ANSWER)) return JSON.parse(value.slice(ANSWER.length))
    }
  }
}

/** The id of the message in an answer. */
function idIn(data: unknown): string {
  return /"key":\{[^}]*"id":"([^"]+)"/.exec(JSON.stringify(data) ?? '')?.[1] ?? ''
}
