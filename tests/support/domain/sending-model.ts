import { isOpenAt, nextOpening } from '../../../src/contract/campaigns/send-hours.ts'
import type { SendHours } from '../../../src/contract/campaigns/send-window.ts'

/**
 * When the campaigns of one device may send, by the plainest form of the rules: lists, sums and the
 * largest of several times. It does not say whose turn it is.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export type CampaignPlan = {
  readonly hours: SendHours
  readonly dueMs: number
  readonly minIntervalMs: number
  readonly maxIntervalMs: number
  readonly phones: readonly string[]
}

export type CampaignModel = CampaignPlan & {
  state: 'draft' | 'scheduled' | 'running' | 'paused' | 'done'
  readonly left: Set<string>
  lastSentMs: number
  /** When the campaign last began or went on. */
}

type ModelWait = { readonly reason: string; readonly untilMs: number | null } | null

export type SendingModel = ReturnType<typeof createSendingModel>

export type WarmUpModel = { limit: number; dayStartMs: number | null }

export function createSendingModel(
  plans: readonly CampaignPlan[],
  {
    isStranger,
    draw,
    dailyLimit,
    warmUp,
  }: {
    /** Whether the device never wrote to this phone. */
    readonly isStranger: (phone: string) => boolean
    /** Position of every interval between the shortest and the longest, from 0 to 1. */
    readonly draw: number
    readonly dailyLimit: number | null
    readonly warmUp: WarmUpModel | null
  },
) {
  const campaigns: CampaignModel[] = plans.map((plan) => ({
    ...plan,
    state: 'draft',
    left: new Set(plan.phones),
    lastSentMs: Number.NEGATIVE_INFINITY,
  }))
  const firstMs: number[] = []
  const device = { isConnected: true, dailyLimit, paceFreeMs: Number.NEGATIVE_INFINITY }

  return {
    ...{ campaigns, device, passTo, nextMs, waitOf, mayGoTo, limitAt },
    ...{ sent, pause, resume, restarted, isOver },
  }

  /** Campaigns whose hour has come begin, as long as the daemon runs. */
  function passTo(atMs: number): void {
    for (const campaign of campaigns) {
      if (campaign.state === 'scheduled' && campaign.dueMs <= atMs) join(campaign)
    }
  }

  function join(campaign: CampaignModel): void {
    campaign.state = 'running'
    waitAfter(campaign)
  }

  function waitAfter(campaign: CampaignModel): void {
    device.paceFreeMs = Math.max(device.paceFreeMs, ownFreeMs(campaign))
  }

  function ownFreeMs({ minIntervalMs, maxIntervalMs, lastSentMs }: CampaignModel): number {
    return lastSentMs + minIntervalMs + draw * (maxIntervalMs - minIntervalMs)
  }

  function pause(campaign: CampaignModel): void {
    campaign.state = 'paused'
  }

  function resume(campaign: CampaignModel): void {
    join(campaign)
  }

  function restarted(atMs: number): void {
    device.paceFreeMs = Number.NEGATIVE_INFINITY
    for (const each of campaigns) if (each.state === 'running') join(each)
    passTo(atMs)
  }

  /** The next moment from this one on at which some campaign may send, or begins. */
  function nextMs(fromMs: number): number {
    const begins = campaigns
      .filter(({ state }) => state === 'scheduled')
      .map(({ dueMs }) => Math.max(dueMs, fromMs))
    return Math.min(...begins, ...campaigns.map((each) => nextOf(each, fromMs)))
  }

  function isOver(): boolean {
    return campaigns.every(({ state }) => state === 'done')
  }

  function mayGoTo(campaign: CampaignModel, phone: string, atMs: number): boolean {
    const hasRoom = !isStranger(phone) || roomMs(atMs) === atMs
    const isFree = device.isConnected && device.paceFreeMs <= atMs
    return campaign.state === 'running' && isFree && hasRoom && isOpenAt(campaign.hours, atMs)
  }

  /**
   * Why a campaign must say that it waits at a moment at which nothing is sent; undefined: it may
   * say so or not.
   */
  function waitOf({ state, hours }: CampaignModel, nowMs: number): ModelWait | undefined {
    if (state !== 'running') return null
    if (!device.isConnected) return { reason: 'dispositivo', untilMs: null }
    const opensMs = nextOpening(hours, nowMs)
    if (opensMs !== nowMs) return { reason: 'janela', untilMs: opensMs }
    if (device.paceFreeMs > nowMs) return undefined
    return { reason: 'limite_diario', untilMs: roomMs(nowMs) }
  }

  function nextOf({ state, hours, left }: CampaignModel, fromMs: number): number {
    if (state !== 'running' || !device.isConnected) return Number.POSITIVE_INFINITY
    const hasKnown = [...left].some((phone) => !isStranger(phone))
    const freeMs = Math.max(fromMs, device.paceFreeMs, hasKnown ? fromMs : roomMs(fromMs))
    return nextOpening(hours, freeMs) ?? Number.POSITIVE_INFINITY
  }

  /** When a first message to one more phone is allowed. */
  function roomMs(fromMs: number): number {
    const grownMs = warmUp?.dayStartMs ? warmUp.dayStartMs + DAY_MS : fromMs
    const moments = [fromMs, grownMs, ...firstMs.map(countsUntilMs)]
      .filter((atMs) => atMs >= fromMs)
      .sort((a, b) => a - b)
    return moments.find((atMs) => countAt(atMs) < limitAt(atMs)) ?? Number.POSITIVE_INFINITY
  }

  function countAt(atMs: number): number {
    return firstMs.filter((sentMs) => countsUntilMs(sentMs) > atMs).length
  }

  function limitAt(atMs: number): number {
    const own = device.dailyLimit ?? Number.POSITIVE_INFINITY
    return Math.min(own, warmUp ? warmUpAt(warmUp, atMs) : Number.POSITIVE_INFINITY)
  }

  function sent(campaign: CampaignModel, phone: string, atMs: number): void {
    campaign.left.delete(phone)
    campaign.lastSentMs = atMs
    waitAfter(campaign)
    if (isStranger(phone)) {
      firstMs.push(atMs)
      if (warmUp && (warmUp.dayStartMs === null || atMs >= warmUp.dayStartMs + DAY_MS)) {
        warmUp.limit = warmUpAt(warmUp, atMs)
        warmUp.dayStartMs = atMs
      }
    }
    if (campaign.left.size === 0) campaign.state = 'done'
  }
}

function warmUpAt({ limit, dayStartMs }: WarmUpModel, atMs: number): number {
  return dayStartMs !== null && atMs >= dayStartMs + DAY_MS ? Math.floor(limit * 1.25) : limit
}

/** The engine keeps minutes, and a send never counts for less than 24 hours. */
function countsUntilMs(sentMs: number): number {
  return (Math.floor(sentMs / MINUTE_MS) + 1) * MINUTE_MS + DAY_MS
}
