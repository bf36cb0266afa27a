import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'

const RECIPIENTS = 1_000
/** More on demand: CRASH_KILLS=200 */
const KILLS = Number(process.env.CRASH_KILLS ?? 25)

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
      // Later kills hit later parts of the campaign, each at a moment of its own.
      const share = RECIPIENTS * ((kill + Math.random()) / KILLS) * 0.95
      await until(
        () => user.campaign(id),
        ({ sentCount, finished_at }) => sentCount >= share || finished_at !== null,
      )
      await stand.daemon.kill()
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

/** Every phone has the text that was drawn for it, and each text as many people as the others. */
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
