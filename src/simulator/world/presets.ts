import type { SimulatorControl } from '../control/control.ts'
import type { AccountFields } from './account-settings.ts'
import type { Behaviour } from './behaviour.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'

/**
 * The worlds a simulator can play. A new knob of `AccountFields`, `Behaviour` or `Faults` needs an
 * entry here only where a world differs from the knob's own default.
 */
export type WorldPreset = {
  readonly account: AccountFields
  readonly numbers: Behaviour
  readonly faults: Partial<Faults>
  /** Numbers that differ, drawn by the seed: each row for its share of all numbers. */
  readonly oddNumbers: readonly { readonly share: number; readonly behaviour: Behaviour }[]
  /** What happens again and again, at random moments. */
  readonly incidents: readonly Incident[]
}

type Incident = {
  /** On average. */
  readonly everyMs: number
  readonly happen: (control: SimulatorControl, random: Random) => Promise<unknown>
}

export const worldNames = ['gentle', 'real', 'hostile'] as const
export type WorldName = (typeof worldNames)[number]

/** Where no world is named. */
export const STANDARD_WORLD: WorldName = 'real'

const nothing: WorldPreset = { account: {}, numbers: {}, faults: {}, oddNumbers: [], incidents: [] }

export const worldPresets: { readonly [Name in WorldName]: WorldPreset } = {
  /** Takes whatever a client sends: for tests of other things, and for measuring. */
  gentle: { ...nothing, account: { strictPn: 'accept', checksDevices: false } },
  /** A healthy migrated account, as WhatsApp's own server treats it. */
  real: { ...nothing, account: { isBusiness: false, strictPn: 'refuse' } },
  /** Like `real`, with restrictions, failures and noise at random. */
  hostile: {
    account: {
      isBusiness: false,
      strictPn: 'refuse',
      wantsPeerPn: true,
      devicesByPn: 'empty',
      needsToken: true,
    },
    numbers: { deliveryDelayMs: 200, readDelayMs: 2_000 },
    faults: { latencyMs: 20 },
    oddNumbers: [
      { share: 0.05, behaviour: { absent: true } },
      { share: 0.1, behaviour: { noNinthDigit: true } },
      { share: 0.02, behaviour: { lid: 'none' } },
      { share: 0.2, behaviour: { devices: 3 } },
      { share: 0.03, behaviour: { devices: 2, deadDevice: 11 } },
      { share: 0.03, behaviour: { retryFirst: true } },
      { share: 0.02, behaviour: { unreadCopies: 4 } },
      { share: 0.02, behaviour: { devices: 2, unreadCopies: 2, unreadDevice: 11 } },
      { share: 0.01, behaviour: { incapable: true } },
      { share: 0.05, behaviour: { listedReceipts: true } },
      { share: 0.03, behaviour: { ackDelayMs: 3_000, receiptFirst: true } },
      { share: 0.02, behaviour: { undelivered: true } },
      { share: 0.02, behaviour: { ackError: 463 } },
      { share: 0.02, behaviour: { ackLost: true } },
      { share: 0.01, behaviour: { silent: true } },
      { share: 0.05, behaviour: { ackDelayMs: 1_500 } },
    ],
    incidents: [
      { everyMs: 60_000, happen: (control) => control.drop() },
      { everyMs: 90_000, happen: (control) => control.endStream({ code: 503 }) },
      {
        everyMs: 150_000,
        happen: (control, random) => control.endStream({ code: random() < 0.5 ? 'ack' : 'end' }),
      },
      {
        everyMs: 20_000,
        happen: (control, random) => control.setFaults({ latencyMs: Math.floor(random() * 400) }),
      },
      {
        everyMs: 45_000,
        happen: limitQueries,
      },
      { everyMs: 120_000, happen: lockAccounts },
      { everyMs: 30_000, happen: disturbAccounts },
    ],
  },
}

const LOCK_MS = 30_000
const QUERY_LIMIT_MS = 10_000
const EXTENSION_SECONDS = 5

/** Refuses the next directory queries, for a while: a client that waits gets through. */
async function limitQueries(control: SimulatorControl): Promise<void> {
  const endsAt = new Date(Date.now() + QUERY_LIMIT_MS).toISOString()
  await control.setFaults({ rateOverlimit: { xmlns: 'usync', count: 2, endsAt } })
}

async function lockAccounts(control: SimulatorControl): Promise<void> {
  const endsAt = new Date(Date.now() + LOCK_MS).toISOString()
  for (const { phone, devices } of await control.accounts()) {
    if (devices.length === 0) continue
    await control.setLimits(phone, {
      reachoutTimelock: { endsAt, type: 'DEFAULT', extendOnAttemptSeconds: EXTENSION_SECONDS },
      newChatCap: { total: 10_000, used: 4_000, query: 'new', asText: true },
    })
  }
}

async function disturbAccounts(control: SimulatorControl): Promise<void> {
  for (const { phone, devices } of await control.accounts()) {
    if (devices.length > 0) await control.makeNoise(phone)
  }
}
