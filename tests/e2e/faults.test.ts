import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { sharedStand } from '../support/daemon/shared.ts'
import type { Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'
import { scaled } from '../support/scale.ts'

const sharedByMost = sharedStand('faults')
/** For tests whose faults are faults of files. */
const sharedOverFiles = sharedStand('faults-of-files', { storage: 'files' })

/** Registers a user with a paired device; inboxes and counts begin anew with each test. */
async function aSender(stand: Stand, { onTestFinished }: TestContext) {
  await stand.control.reset()
  const user = await registerUser(stand.daemon.url())
  const device = await user.pair(stand.control, '5561988880001')
  onTestFinished(async () => {
    const now = user.at(stand.daemon.url())
    await now.remove(`/api/whatsapp/session/${device}`)
  })
  return { stand, user, device }
}

async function begin(user: User, device: string, audience: readonly string[], delay = 0) {
  const contatos = await user.createList(audience)
  return user.createCampaign({ device_id: device, contatos, delay })
}

/**
 * Each accepted recipient has exactly the id that the ledger has, and nobody else has a message.
 */
async function expectInboxesToEqualSends(stand: Stand, user: User, id: string) {
  const received = await stand.received()
  const accepted = (await user.sends(id)).filter(({ status }) => status !== 'error')
  expect([...received.keys()].sort()).toEqual(accepted.map(({ contato }) => contato).sort())
  for (const { contato, message_id } of accepted) {
    expect([...(received.get(contato)?.keys() ?? [])]).toEqual([message_id])
  }
}

test('a connection that drops again and again delays a campaign and loses no recipient', async (context) => {
  const { stand, user, device } = await aSender(sharedByMost(), context)
  const people = scaled(80, { full: 400 })
  const { id } = await begin(user, device, phones(people))
  for (const share of [0.1, 0.35, 0.6]) {
    await until(
      () => user.campaign(id),
      ({ sentCount }) => sentCount >= people * share,
    )
    await stand.control.drop()
  }
  expect(await user.waitForEnd(id)).toMatchObject({ status: 'Concluída', sentCount: people })
  await expectInboxesToEqualSends(stand, user, id)
})

test('a stop takes effect within one send', async (context) => {
  const { stand, user, device } = await aSender(sharedByMost(), context)
  await stand.control.setFaults({ ackLatencyMs: 200 })
  const { id } = await begin(user, device, phones(300))
  await until(
    () => user.campaign(id),
    ({ sentCount }) => sentCount > 20,
  )
  const stopped = await user.post<{ status: string }>(`/api/campaigns/${id}/stop`, undefined)
  expect(stopped.status).toBe('Cancelada')
  const { stanzas } = await stand.control.stats()
  // Only messages that were being sent at the stop still leave.
  const atRest = await until(
    () => user.sends(id),
    (sends) => sends.every(({ status }) => status !== 'sending'),
  )
  const accepted = atRest.filter(({ status }) => status !== 'error')
  expect(accepted.length - stanzas).toBeLessThanOrEqual(4)
  expect((await stand.control.stats()).stanzas).toBe(accepted.length)
  await expectInboxesToEqualSends(stand, user, id)
  await expect(user.post(`/api/campaigns/${id}/stop`, undefined)).rejects.toMatchObject({
    status: 409,
    body: { code: 'not_running' },
  })
})

test('a session replaced elsewhere holds a campaign, and a log-out on the phone ends it with its reason', async (context) => {
  const { stand, user, device } = await aSender(sharedByMost(), context)
  const { id } = await begin(user, device, phones(200), 0.2)
  const sending = (count: number) =>
    until(
      () => user.campaign(id),
      ({ sentCount }) => sentCount >= count,
    )
  await sending(2)
  await stand.control.endStream({ code: 'replaced' })
  await user.waitForStatus(device, 'disconnected')
  const held = await until(
    () => user.campaign(id),
    ({ espera }) => espera !== null,
  )
  expect(held).toMatchObject({ status: 'Em Andamento', espera: { motivo: 'dispositivo' } })
  await user.post('/api/whatsapp/connect', { deviceId: device })
  const { sentCount } = await user.campaign(id)
  await sending(sentCount + 2)

  await stand.control.logOut(device)
  expect(await user.waitForEnd(id)).toMatchObject({
    status: 'Não concluida',
    motivo: 'O aparelho foi desconectado no celular antes do fim.',
  })
})

test('SIGTERM ends the daemon cleanly in the middle of a campaign, and the next one goes on', async (context) => {
  const { stand, user, device } = await aSender(sharedByMost(), context)
  const people = scaled(90, { full: 300 })
  const { id } = await begin(user, device, phones(people))
  await until(
    () => user.campaign(id),
    ({ sentCount }) => sentCount > 20,
  )
  expect((await stand.daemon.stop()).code).toBe(0)
  // The stop waited for messages on their way, not for the whole campaign.
  expect((await stand.received()).size).toBeLessThan(people)
  expect(stand.daemon.output().stderr).not.toContain('"level":50')
  await stand.daemon.restart()
  const again = user.at(stand.daemon.url())
  expect(await again.waitForEnd(id)).toMatchObject({ status: 'Concluída', sentCount: people })
  expect((await stand.control.stats()).duplicates).toBe(0)
})

// The next two tests mostly wait, so they run at the same time.

test.concurrent('silence of WhatsApp about one message is an error of that contact, mended by a late receipt', async (context) => {
  const { stand, user, device } = await aSender(sharedByMost(), context)
  const [silent = '', mute = '', ...others] = phones(12)
  await stand.control.setBehaviour(silent, { silent: true })
  await stand.control.setBehaviour(mute, { ackLost: true, undelivered: true })
  const { id } = await begin(user, device, [silent, mute, ...others])
  expect(await user.waitForEnd(id)).toMatchObject({
    status: 'Concluída com erros',
    sentCount: 10,
    errorCount: 2,
  })
  const errors = (await user.sends(id)).filter(({ status }) => status === 'error')
  expect(errors.map(({ erro_codigo }) => erro_codigo)).toEqual([
    'sem_confirmacao',
    'sem_confirmacao',
  ])
  await stand.control.setBehaviour(mute, {})
  const mended = await until(
    () => user.campaign(id),
    ({ sentCount }) => sentCount === 11,
  )
  expect(mended).toMatchObject({ errorCount: 1, deliveredCount: 11 })
})

test.concurrent('a full disk holds the campaign, and it goes on by itself when there is room again', async (context) => {
  const { stand, user, device } = await aSender(sharedOverFiles(), context)
  const people = scaled(140, { full: 500 })
  const { id } = await begin(user, device, phones(people))
  await until(
    () => user.campaign(id),
    ({ sentCount }) => sentCount > 20,
  )
  // A limit on file sizes fails writes as a full disk does.
  const pid = String(stand.daemon.pid())
  execFileSync('prlimit', ['--pid', pid, '--fsize=30000:unlimited'])
  const held = await until(
    () => user.campaign(id),
    ({ espera, finished_at }) => espera?.motivo === 'armazenamento' || finished_at !== null,
  )
  expect(held).toMatchObject({ status: 'Em Andamento', espera: { motivo: 'armazenamento' } })
  execFileSync('prlimit', ['--pid', pid, '--fsize=unlimited:unlimited'])
  expect(await user.waitForEnd(id)).toMatchObject({ status: 'Concluída', sentCount: people })
  await expectInboxesToEqualSends(stand, user, id)
})

test('a journal that is broken in the middle stops its campaign alone, and says so', async (context) => {
  const { stand, user, device } = await aSender(sharedOverFiles(), context)
  const broken = await begin(user, device, phones(40), 0.05)
  await until(
    () => user.campaign(broken.id),
    ({ sentCount }) => sentCount > 5,
  )
  await stand.daemon.kill()
  const folder = join(stand.daemon.dataDir, 'sends')
  const [journal = ''] = (await readdir(folder)).filter((name) =>
    new RegExp(`^${broken.id}\\.\\d+\\.ndjson$`).test(name),
  )
  const lines = (await readFile(join(folder, journal), 'utf8')).split('\n')
  lines[2] = `${lines[2]?.slice(0, 12)}#${lines[2]?.slice(13)}`
  await writeFile(join(folder, journal), lines.join('\n'))

  await stand.daemon.restart()
  const again = user.at(stand.daemon.url())
  await expect(again.sends(broken.id)).rejects.toMatchObject({
    status: 503,
    body: { code: 'ledger_damaged' },
  })
  expect(stand.daemon.output().stderr).toContain('ledger_damaged')
  const whole = await begin(again, device, phones(10, 1))
  expect(await again.waitForEnd(whole.id)).toMatchObject({ sentCount: 10 })
})
