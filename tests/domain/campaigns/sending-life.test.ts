import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { Acquaintance } from '../../../src/domain/messenger.ts'
import { createRandom, type Random } from '../../simulation/machine/random.ts'
import { createSendingHouse, OWNER, type SendingHouse } from '../../support/domain/sending-house.ts'
import {
  type CampaignPlan,
  createSendingModel,
  type SendingModel,
} from '../../support/domain/sending-model.ts'
import {
  isOpenByTheClock,
  someMoment,
  someWindows,
  zones,
} from '../../support/domain/wall-clock.ts'
import { passes } from '../../support/eventually.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { scaled } from '../../support/scale.ts'

/** More of them on demand: SENDING_LIVES=10000; others: SENDING_SEED=2 */
const LIVES = Number(process.env.SENDING_LIVES ?? scaled(25, { full: 150 }))
const SEED = Number(process.env.SENDING_SEED ?? 1)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Draws within an interval's range are eighths of it, so that moments are whole milliseconds. */
const DRAWS = 8

type Life = {
  readonly house: SendingHouse
  readonly model: SendingModel
  /** Of the campaigns, in the model's order. */
  readonly ids: string[]
  readonly firstMs: number[]
  /** How many of the sent messages the model has agreed to. */
  seen: number
}

function acquaintanceOf(phone: string): Acquaintance {
  if (phone.endsWith('7')) return 'written_to'
  return phone.endsWith('8') ? 'conversation' : 'none'
}

const isStranger = (phone: string) => acquaintanceOf(phone) === 'none'

function somePlans(random: Random, startMs: number, timeZone: string): CampaignPlan[] {
  return Array.from({ length: random.between(1, 3) }, (_, place) => {
    const minIntervalMs = random.pick([0, 20_000, 7 * MINUTE_MS, 3 * HOUR_MS])
    const jitterMs = minIntervalMs === 0 ? 0 : random.pick([0, 8_000, 16 * MINUTE_MS, 8 * HOUR_MS])
    const phones = Array.from(
      { length: random.between(1, 6) },
      (_each, row) => `55119${90_000_000 + place * 1_000 + row * 10 + random.between(0, 9)}`,
    )
    return {
      hours: { timeZone, windows: random.chance(0.25) ? [] : someWindows(random) },
      dueMs: startMs + random.pick([0, 0, HOUR_MS, Math.floor(random.next() * 3 * DAY_MS)]),
      ...{ minIntervalMs, maxIntervalMs: minIntervalMs + jitterMs, phones },
    }
  })
}

async function begin(random: Random): Promise<Life> {
  const timeZone = random.pick(zones)
  const startMs = someMoment(random, timeZone)
  const draw = random.between(0, DRAWS) / DRAWS
  const dailyLimit = random.pick([null, null, 1, 2, 4])
  const limit = random.pick([null, null, 1, 3, 5])
  const warmUp = limit === null ? null : { limit, dayStartMs: null, halvedAtMs: null }
  const plans = somePlans(random, startMs, timeZone)
  const house = await createSendingHouse({
    ...{ draw, acquaintanceOf },
    limits: { dailyLimit, warmUp },
  })
  const model = createSendingModel(plans, {
    isStranger,
    draw,
    dailyLimit,
    warmUp: warmUp && { ...warmUp },
  })
  await house.start(startMs)
  const life: Life = { house, model, ids: [], firstMs: [], seen: 0 }
  for (const campaign of model.campaigns) {
    life.ids.push(await house.plan(campaign))
    campaign.state = 'scheduled'
    await follow(life)
  }
  return life
}

/** Checks that every send that the rules allow at this moment happens at it, and no other. */
async function follow(life: Life): Promise<void> {
  const { house, model } = life
  for (;;) {
    await house.quiet()
    model.passTo(house.now())
    if (house.sent.length === life.seen) {
      if (model.nextMs(house.now()) > house.now()) return checkWaits(life)
      await passes(() => expect(house.sent.length).toBeGreaterThan(life.seen))
    }
    agree(life)
  }
}

function agree(life: Life): void {
  const { house, model, firstMs } = life
  const { phone, atMs } = house.sent[life.seen] ?? { phone: '', atMs: 0 }
  const campaign = model.campaigns.find(({ left }) => left.has(phone))
  expect({ atMs, isExpected: campaign !== undefined }).toEqual({
    ...{ atMs: house.now(), isExpected: true },
  })
  if (!campaign) return
  const { hours, dueMs } = campaign
  const facts = {
    isDue: dueMs <= atMs,
    isOpen: hours.windows.length === 0 || isOpenByTheClock(hours, atMs),
    mayGo: model.mayGoTo(campaign, phone, atMs),
  }
  expect({ atMs, ...facts }).toEqual({ atMs, isDue: true, isOpen: true, mayGo: true })
  model.sent(campaign, phone, atMs)
  life.seen += 1
  if (!isStranger(phone)) return
  firstMs.push(atMs)
  const lastDay = firstMs.filter((each) => each > atMs - DAY_MS)
  expect(lastDay.length).toBeLessThanOrEqual(model.limitAt(atMs))
}

async function checkWaits({ house, model, ids }: Life): Promise<void> {
  for (const [place, id] of ids.entries()) {
    const campaign = model.campaigns[place]
    const expected = campaign && model.waitOf(campaign, house.now())
    if (expected === undefined) continue
    const { wait } = await house.parts().campaigns.get(OWNER.id, id)
    const until = wait && wait.until !== null ? Date.parse(wait.until) : null
    expect(wait && { reason: wait.reason, untilMs: until }).toEqual(expected)
  }
}

const acts = {
  async restart({ house, model }: Life, random: Random): Promise<void> {
    const atMs = house.now() + Math.floor(random.next() * 3 * DAY_MS)
    await house.stop()
    await house.start(atMs)
    model.device.isConnected = true
    model.restarted(atMs)
  },
  async disconnect({ house, model }: Life): Promise<void> {
    model.device.isConnected = !model.device.isConnected
    await house.connect(model.device.isConnected)
  },
  async limit({ house, model }: Life, random: Random): Promise<void> {
    model.device.dailyLimit = random.pick([null, 1, 2, 4])
    await house.allow(model.device.dailyLimit)
  },
  async pause({ house, model, ids }: Life, random: Random): Promise<void> {
    const place = random.between(0, ids.length - 1)
    const id = ids[place] ?? ''
    const campaign = model.campaigns[place]
    if (campaign?.state === 'running') {
      await house.parts().campaigns.pause(OWNER.id, id)
      model.pause(campaign)
    } else if (campaign?.state === 'paused') {
      await house.parts().campaigns.resume(OWNER.id, id)
      model.resume(campaign)
    }
  },
}
const actNames = ['restart', 'disconnect', 'limit', 'pause', 'pause'] as const

async function live(random: Random): Promise<void> {
  const life = await begin(random)
  const { house, model, ids } = life
  while (!model.isOver()) {
    const nextMs = Math.min(model.nextMs(house.now()), house.now() + 2 * DAY_MS)
    const isUndisturbed = random.chance(0.6)
    const share = isUndisturbed ? 1 : random.next()
    house.advance(Math.floor(house.now() + share * (nextMs - 1 - house.now())))
    await follow(life)
    if (isUndisturbed) house.advance(nextMs)
    else await acts[random.pick(actNames)](life, random)
    await follow(life)
  }
  for (const [place, { phones }] of model.campaigns.entries()) {
    expect(await house.parts().campaigns.get(OWNER.id, ids[place] ?? '')).toMatchObject({
      ...{ status: CampaignStatus.done, sentCount: phones.length, errorCount: 0 },
    })
  }
  expect(house.faults).toEqual([])
  await house.end()
}

test(
  `${LIVES} devices with up to three campaigns, a daily limit or a warm-up send at the first moment they may and never else`,
  async () => {
    const random = createRandom(SEED)
    for (let number = 0; number < LIVES; number += 1) {
      const own = random.fork(String(number))
      await live(own).catch((error) => {
        throw new Error(`life ${number} of seed ${SEED}`, { cause: error })
      })
    }
  },
  PATIENCE_MS + LIVES * 8_000,
)
