import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReceivedMessage } from '../../src/simulator/control/control.ts'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'
import { scaled } from '../support/scale.ts'
import { anIso, anOgg, aPdf } from '../support/uploads/samples.ts'

const RECIPIENTS = scaled(140, { full: 1_000 })
/** CRASH_KILLS=200 kills more often. */
const KILLS = Number(process.env.CRASH_KILLS ?? scaled(4, { full: 25 }))

let stand: Stand

beforeAll(async () => {
  stand = await aStand('crash')
})

afterAll(() => stand?.close())

test(
  'a daemon killed at random moments of a campaign skips no recipient and gives none two ids',
  async () => {
    let user = await registerUser(stand.daemon.url())
    const device = await user.pair(stand.control, '5561988880002')
    const audience = phones(RECIPIENTS)
    const contatos = await user.createList(audience)
    const variantes = ['Bom dia, {nome}!', 'Oi, {nome}: tudo bem?']
    const { id } = await user.createCampaign({ device_id: device, contatos, variantes })

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Later kills come later in the campaign, each at a random moment.
      const share = RECIPIENTS * ((kill + Math.random()) / KILLS) * 0.95
      await until(
        () => user.campaign(id),
        ({ sentCount, finished_at }) => sentCount >= share || finished_at !== null,
      )
      await stand.daemon.kill()
      // The index by person is missing, as if the daemon had died before it was written.
      if (kill === KILLS - 1)
        await rm(join(stand.daemon.dataDir, 'people'), { recursive: true, force: true })
      await stand.daemon.restart()
      user = user.at(stand.daemon.url())
    }

    const ended = await user.waitForEnd(id, 120_000)
    expect(ended).toMatchObject({
      status: 'Concluída',
      messages: RECIPIENTS,
      sentCount: RECIPIENTS,
      errorCount: 0,
    })
    const sends = await user.sends(id)
    expect(sends.map(({ contato }) => contato).sort()).toEqual([...audience].sort())
    const received = await stand.received()
    expect(received.size).toBe(RECIPIENTS)
    await checkVariants(ended, sends)
    await checkPeople(user, id, audience)
    for (const { contato, message_id } of sends) {
      expect([...(received.get(contato)?.keys() ?? [])]).toEqual([message_id])
    }
    const { logins, duplicates, decryptFailures } = await stand.control.stats()
    expect(logins).toBeGreaterThan(KILLS / 2)
    process.stdout.write(
      `${KILLS} kills, ${logins} logins: ${duplicates} messages sent again under their id, ` +
        `${decryptFailures} that a phone could not read\n`,
    )
  },
  600_000 + KILLS * 10_000,
)

/** Recipients are found by person, with the campaign's message. */
async function checkPeople(user: User, id: string, audience: readonly string[]): Promise<void> {
  const [first = ''] = audience
  const isWhole = ({ incompleto }: { readonly incompleto: boolean }) => !incompleto
  await until(() => user.get<{ incompleto: boolean }>(`/api/people/${first}`), isWhole)
  for (const phone of audience.filter((_, place) => place % 50 === 0)) {
    expect(await user.get(`/api/people/${phone}/sends`)).toMatchObject([
      { contato: phone, status: 'success', campanha: { id } },
    ])
  }
}

/**
 * Every phone has the variant drawn for it, and all variants have about equally many recipients.
 */
async function checkVariants(
  { por_variante: counted = [] }: Awaited<ReturnType<User['campaign']>>,
  sends: Awaited<ReturnType<User['sends']>>,
): Promise<void> {
  const drawn = new Map(sends.map(({ contato, texto }) => [contato, texto]))
  for await (const { phone, text } of stand.control.inboxes()) {
    expect({ phone, text }).toEqual({ phone, text: drawn.get(phone) })
  }
  const shares = [1, 2, 3].map(
    (number) => sends.filter(({ variante }) => variante === number).length,
  )
  expect(Math.max(...shares) - Math.min(...shares)).toBe(1)
  expect(counted.map(({ messages }) => messages)).toEqual(shares)
  expect(counted.map(({ sentCount }) => sentCount)).toEqual(shares)
}

test('a daemon killed between a text and its audio repeats neither under another id; documents and films go with their text', async () => {
  let user = await registerUser(stand.daemon.url())
  const device = await user.pair(stand.control, '5561988880003')
  const [audience, readers] = [phones(3, 1), phones(2, 2)]
  const uploadedBefore = (await stand.control.stats()).uploads
  // Leaves time for a kill before the server answers.
  for (const who of audience) await stand.control.setBehaviour(who, { ackDelayMs: 1_500 })
  const contatos = await user.createList(audience)
  const anexo = await user.uploadFile(anOgg(), 'recado.ogg')
  const { id } = await user.createCampaign({ device_id: device, contatos, anexo })
  for (const kind of ['text', 'audio']) {
    await until(
      () => inboxOf(audience),
      (messages) => messages.some(({ type }) => type === kind),
    )
    await stand.daemon.kill()
    await stand.daemon.restart()
    user = user.at(stand.daemon.url())
  }
  expect(await user.waitForEnd(id, 120_000)).toMatchObject({ status: 'Concluída', sentCount: 3 })
  for (const phone of audience) {
    const own = await inboxOf([phone])
    expect(own.map(({ type, text, mimeType }) => [type, text ?? mimeType])).toEqual([
      ['text', expect.stringMatching(/^Olá, Cliente \d!$/)],
      ['audio', 'audio/ogg; codecs=opus'],
    ])
    const [send] = (await user.sends(id)).filter(({ contato }) => contato === phone)
    expect(own[1]?.messageId).toBe(send?.message_id)
  }

  const pdf = await user.uploadFile(aPdf, 'interno.pdf')
  const list = await user.createList(readers)
  const named = { ...pdf, nome: 'Tabela 2026.pdf' }
  const plan = { device_id: device, contatos: list, anexo: named }
  const second = await user.createCampaign(plan)
  expect(await user.waitForEnd(second.id)).toMatchObject({ sentCount: 2, errorCount: 0 })
  for (const message of await inboxOf(readers)) {
    expect(message).toMatchObject({
      ...{ type: 'document', mimeType: 'application/pdf', fileName: 'Tabela 2026.pdf' },
      caption: expect.stringMatching(/^Olá, /),
    })
    expect(message.mediaSha256).not.toBeNull()
  }

  const film = await user.uploadFile(anIso('isom', 'vide'), 'visita.mp4')
  const third = await user.createCampaign({ device_id: device, contatos: list, anexo: film })
  expect(await user.waitForEnd(third.id)).toMatchObject({ sentCount: 2, errorCount: 0 })
  const films = (await inboxOf(readers)).filter(({ type }) => type === 'video')
  expect(films).toMatchObject(
    readers.map(() => ({ mimeType: 'video/mp4', caption: expect.stringMatching(/^Olá, /) })),
  )
  expect(films.every(({ mediaSha256 }) => mediaSha256 !== null)).toBe(true)
  // One upload for each run of the program, one for the document and one for the film.
  expect((await stand.control.stats()).uploads - uploadedBefore).toBeLessThanOrEqual(5)
})

/** What these phones have read, in order. */
async function inboxOf(people: readonly string[]) {
  const all: ReceivedMessage[] = []
  for await (const message of stand.control.inboxes()) {
    if (people.includes(message.phone)) all.push(message)
  }
  return all
}
