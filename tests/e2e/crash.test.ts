import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, until } from '../support/daemon/user.ts'

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
    const { id } = await user.createCampaign({ device_id: device, contatos })

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
