import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson } from '../support/daemon/command-line.ts'
import { startDaemon } from '../support/daemon/daemon.ts'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'
import { scaled } from '../support/scale.ts'

const BACKUPS = scaled(2, { full: 4 })
/**
 * Messages sent between two backups; after the last one, enough are left for it to end while the
 * campaign sends.
 */
const BETWEEN = scaled(120, { full: 250 })
const RECIPIENTS = BACKUPS * BETWEEN + scaled(320, { full: 500 })

type Made = {
  readonly file: string
  /** Message ids by phone, of all recipients that counted as sent before the backup began. */
  readonly sentBefore: ReadonlyMap<string, string | null>
}

test('a backup taken while a campaign sends at full pace loses nothing before its moment, and nobody is written to again unless the owner goes on', async () => {
  const stand = await aStand('backup', { storage: 'files' })
  try {
    const user = await registerUser(stand.daemon.url())
    const device = await user.pair(stand.control, '5561988880009')
    const audience = phones(RECIPIENTS)
    const contatos = await user.createList(audience)
    const { id } = await user.createCampaign({ device_id: device, contatos })
    const made: Made[] = []
    for (let number = 1; number <= BACKUPS; number += 1) {
      await until(
        () => user.campaign(id),
        ({ sentCount }) => sentCount >= number * BETWEEN,
      )
      made.push(await backUp(stand, user, id, number))
    }
    expect(await user.campaign(id)).toMatchObject({ status: 'Em Andamento' })
    await user.waitForEnd(id, 120_000)
    expect((await stand.received()).size).toBe(RECIPIENTS)
    await stand.daemon.stop()

    for (const backup of made) await checkHeldBack(stand, user, { ...backup, id })
    await goOn(stand, user, { ...(made.at(-1) ?? { file: '', sentBefore: new Map() }), id, device })
  } finally {
    await stand.close()
  }
}, 900_000)

async function backUp(stand: Stand, user: User, id: string, number: number): Promise<Made> {
  const person = await aPerson()
  const sends = await user.sends(id)
  const sent = sends.filter(({ status }) => status === 'success')
  const file = join(dirname(stand.daemon.dataDir), `copia-${number}.zip`)
  const answer = await person.run(['backup', file, '--data-dir', stand.daemon.dataDir, '--json'])
  expect(answer).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(answer.stdout)).toMatchObject({ path: file, verified: true })
  return { file, sentBefore: new Map(sent.map((send) => [send.contato, send.message_id])) }
}

async function restored(stand: Stand, file: string, name: string) {
  const dataDir = join(dirname(stand.daemon.dataDir), name)
  const person = await aPerson()
  const answer = await person.run(['restore', file, '--data-dir', dataDir, '--json'])
  expect(answer).toMatchObject({ code: 0, stderr: '' })
  const { mediaCaPath = null, ...simulator } = stand.simulator
  return startDaemon({ dataDir, storage: 'files', whatsapp: { ...simulator, mediaCaPath } })
}

/** In a restored daemon the campaign waits for its owner, with all sends from before the backup. */
async function checkHeldBack(
  stand: Stand,
  before: User,
  { file, sentBefore, id }: Made & { readonly id: string },
): Promise<void> {
  const receivedBefore = await stand.received()
  const daemon = await restored(stand, file, `de-${file.replace(/\D/g, '').slice(-1)}`)
  try {
    const user = before.at(daemon.url())
    const campaign = await user.campaign(id)
    expect(campaign).toMatchObject({
      status: 'Pausada',
      motivo: expect.stringContaining('voltou de um backup'),
      restaurada_de: expect.stringMatching(/^\d{4}-/),
      messages: RECIPIENTS,
    })
    const sends = await user.sends(id)
    const sent = new Map(
      sends.flatMap((send) =>
        send.status === 'success' ? [[send.contato, send.message_id] as const] : [],
      ),
    )
    expect(sentBefore.size).toBeGreaterThan(100)
    for (const [phone, messageId] of sentBefore) {
      expect([phone, sent.get(phone)]).toEqual([phone, messageId])
    }
    expect(campaign.sentCount).toBe(sent.size)
    const health = await user.get<{ damages: number }>('/health')
    expect(health).toMatchObject({ damages: 0 })
  } finally {
    await daemon.kill()
  }
  expect(await stand.received()).toEqual(receivedBefore)
}

/**
 * The owner goes on: a recipient who has the message gets it under the same id, which a phone shows
 * once.
 */
async function goOn(
  stand: Stand,
  before: User,
  { file, id, device }: Made & { readonly id: string; readonly device: string },
): Promise<void> {
  const daemon = await restored(stand, file, 'continuada')
  try {
    const user = before.at(daemon.url())
    await user.post(`/api/campaigns/${id}/resume`, {})
    expect(await user.waitForEnd(id, 240_000)).toMatchObject({
      status: 'Concluída',
      sentCount: RECIPIENTS,
      restaurada_de: expect.stringMatching(/^\d{4}-/),
    })
    const idsBefore = [...(await stand.received()).values()].map((ids) => [...ids.keys()])
    expect(idsBefore.filter((ids) => ids.length !== 1)).toEqual([])
    const contatos = await user.createList(phones(20))
    const next = await user.createCampaign({ device_id: device, contatos })
    await user.waitForEnd(next.id)
    const received = await stand.received()
    const all = [...received.values()].flatMap((ids) => [...ids.keys()])
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(RECIPIENTS + 20)
    // The restored sessions are not used: with them phones would get messages under used keys.
    expect(await stand.control.stats()).toMatchObject({ decryptFailures: 0 })
  } finally {
    await daemon.close()
  }
}

test('a backup and a restoration that are killed at any moment leave nothing half-made', async () => {
  const stand = await aStand('backup-kill', { storage: 'files' })
  try {
    const user = await registerUser(stand.daemon.url())
    for (let list = 0; list < 3; list += 1) await user.createList(phones(20_000))
    const folder = dirname(stand.daemon.dataDir)
    const file = join(folder, 'copia.zip')
    const person = await aPerson()
    const backup = ['backup', file, '--data-dir', stand.daemon.dataDir]
    const kill = async (args: readonly string[], place: string, pattern: RegExp) => {
      const running = person.start(args)
      await until(
        async () => (await readdir(place)).some((name) => pattern.test(name)),
        (isThere) => isThere || running.process.exitCode !== null,
      )
      running.process.kill('SIGKILL')
      await running.finished
    }
    await kill(backup, folder, /\.parcial-/)
    await kill(backup, join(stand.daemon.dataDir, 'tmp'), /^backup-/)
    expect(await person.run(backup)).toMatchObject({ code: 0 })
    expect(await readdir(join(stand.daemon.dataDir, 'tmp'))).toEqual([])

    const dataDir = join(folder, 'nova')
    const restore = ['restore', file, '--data-dir', dataDir]
    await kill(restore, folder, /\.restaurando-/)
    expect(await person.run(restore)).toMatchObject({ code: 0 })
    expect((await readdir(folder)).sort()).toEqual(['copia.zip', 'data', 'nova', 'simulator'])
    const again = await person.run(restore)
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('já tem dados, e nada foi alterado')
  } finally {
    await stand.close()
  }
})
