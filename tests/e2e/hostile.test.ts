import { expect, test, vi } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'

/** HOSTILE_SEEDS=20 HOSTILE_PEOPLE=1000 plays more of both. */
const SEEDS = Number(process.env.HOSTILE_SEEDS ?? 1)
const PEOPLE = Number(process.env.HOSTILE_PEOPLE ?? 40)
/** Seconds between incidents: a long campaign meets as many of them as a short one. */
const INCIDENT_GAP = Math.max(1, PEOPLE / 250)
/** A campaign may wait for several locks, and for recipients that never acknowledge. */
const DEADLINE_MS = 240_000 + PEOPLE * 1_500
/** Messages that may be on their way when a lock begins, and the one that probes its end. */
const PER_LOCK = 5

const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)

// The tests mostly wait.
vi.setConfig({ maxConcurrency: SEEDS })

test.concurrent.each(seeds)(
  'under restrictions, failures and noise nobody is skipped or written to twice (seed %i)',
  async (worldSeed) => {
    const stand = await aStand(`hostile-${worldSeed}`, {
      world: 'hostile',
      worldSeed,
      incidentGap: INCIDENT_GAP,
    })
    try {
      const user = await registerUser(stand.daemon.url())
      const audience = phones(PEOPLE)
      const campaign = await user.createCampaign({
        device_id: await pairInTheEnd(user, stand),
        contatos: await user.createList(audience),
      })
      const ended = await user.waitForEnd(campaign.id, DEADLINE_MS, 250)
      expect(ended.status).toMatch(/^Concluída/)

      const sends = await user.sends(campaign.id)
      expect(sends.map(({ contato }) => contato).sort()).toEqual([...audience].sort())
      expect(ended.sentCount + ended.errorCount).toBe(PEOPLE)
      for (const { status, erro_codigo } of sends) {
        expect(status === 'error').toBe(erro_codigo !== null)
      }
      for (const [phone, messages] of await stand.received()) {
        expect(messages.size, phone).toBe(1)
      }
      const { locks, intoLock, errors, lastError } = await stand.control.stats()
      expect(intoLock).toBeLessThanOrEqual(locks * PER_LOCK)
      expect({ errors, lastError }).toEqual({ errors: 0, lastError: null })
    } finally {
      await stand.close()
    }
  },
  DEADLINE_MS + 60_000,
)

/**
 * Links a device and scans again where a scan failed: many daemons begin at once, and the world
 * cuts the connection of a device that is not linked yet.
 */
async function pairInTheEnd(user: User, { control }: Stand): Promise<string> {
  const phone = '5561988880001'
  let scanned: string | null = null
  await user.post('/api/whatsapp/connect', { deviceId: phone })
  await until(tryOnce, (isConnected) => isConnected, DEADLINE_MS, 250)
  return phone

  async function tryOnce(): Promise<boolean> {
    const { status } = await user.get<{ status: string }>(`/api/whatsapp/status/${phone}`)
    if (status === 'disconnected') await user.post('/api/whatsapp/connect', { deviceId: phone })
    const { qr } = await user.get<{ qr: string | null }>(`/api/whatsapp/qr/${phone}`)
    if (qr !== null && qr !== scanned) {
      scanned = qr
      await control.scan({ qr, phone, name: 'Loja' }).catch(() => undefined)
    }
    return status === 'connected'
  }
}
