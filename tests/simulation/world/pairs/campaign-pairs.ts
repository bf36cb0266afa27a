import { z } from 'zod'
import { type ActNeeds, pauses } from '../acts.ts'
import type { CampaignModel, PersonModel } from '../model.ts'
import type { Answer, Call } from '../program.ts'
import { isClear, isOneOfTwoOrders, refusalOf, type Went } from './orders.ts'
import { createTogether } from './together.ts'

const MINUTE_MS = 60_000
/** How long a deletion can be undone. */
const UNDO_MS = 2 * MINUTE_MS

const Row = z.object({ name: z.string(), status: z.string(), data_de_envio: z.string().nullable() })

/** A campaign as its owner sees it. */
type Standing = {
  readonly name: string
  readonly status: string
  readonly due: string | null
  readonly isRemoved: boolean
}

type Act = {
  readonly what: string
  readonly call: Pick<Call, 'method' | 'path' | 'body'>
  /**
   * The states that the call may lead to where it succeeds; none: it cannot succeed in this state.
   */
  readonly done: (state: Standing) => readonly Standing[]
  /** Whether the call may be refused with this code in this state. */
  readonly isUnfit: (state: Standing, refusal: string) => boolean
}

const over = ['Concluída', 'Concluída com erros', 'Não concluida', 'Cancelada']
const underWay = ['Em Andamento', 'Pausada']
const editable = ['Rascunho', 'Agendada']

/** Makes two calls at once on one campaign: the result must be that of one after the other. */
export function createCampaignPairs(needs: ActNeeds & { readonly broken: (what: string) => void }) {
  const { machine, program, model, random, broken } = needs
  const { timeline } = machine
  const pause = pauses(timeline)
  const together = createTogether(needs)

  return { act, undo }

  async function act(person: PersonModel): Promise<void> {
    const campaign = pick(person)
    if (!campaign) return
    const before = await read(person, campaign)
    if (!before || before.isRemoved) return
    const isUndone = random.chance(0.3)
    const removedMs = timeline.elapsed()
    if (isUndone && !(await remove(person, campaign))) return
    const acts = isUndone
      ? [restore(campaign), random.pick([restore, removal, move, stop])(campaign)]
      : [someAct(campaign), someAct(campaign)]
    const [one, other] = random.chance(0.5) ? acts : acts.toReversed()
    if (!one || !other) return
    await actTwice(person, campaign, {
      acts: [one, other],
      before: { ...before, isRemoved: isUndone },
      removedMs,
    })
  }

  async function actTwice(
    person: PersonModel,
    campaign: CampaignModel,
    {
      acts: [one, other],
      before,
      removedMs,
    }: {
      readonly acts: readonly [Act, Act]
      readonly before: Standing
      readonly removedMs: number
    },
  ): Promise<void> {
    // No promise holds until the result is read.
    campaign.deletedMs = Number.POSITIVE_INFINITY
    const { method, apiKey } = { method: [one.call.method, other.call.method], ...person }
    if (before.isRemoved || method.includes('DELETE')) campaign.maybeDeleted = true
    if (method.includes('PATCH')) campaign.hourUnsure = true
    const made = await together({ ...one.call, apiKey }, { ...other.call, apiKey })
    const [first, second] = made.answers
    if (!isClear(first) || !isClear(second)) return
    const seenMs = timeline.elapsed()
    const seen = await read(person, campaign)
    if (!seen) return
    const isLate = timeline.elapsed() - removedMs > UNDO_MS
    const calls = [went(one, first, isLate), went(other, second, isLate)] as const
    const { isInTurn } = made
    if (!isOneOfTwoOrders({ before, seen, calls, isInTurn, drift, isSame })) {
      const told = calls.map(({ what }) => what).join(' and ')
      const [was, is] = [before, seen].map((each) => JSON.stringify(each))
      broken(`${campaign.tag} is ${is} after ${was}, ${told}${isInTurn ? ' in turn' : ''}`)
    }
    takeIn(campaign, seen, seenMs)
  }

  function takeIn(campaign: CampaignModel, seen: Standing, seenMs: number): void {
    const { status, due, isRemoved } = seen
    campaign.maybeDeleted = isRemoved
    if (isRemoved) campaign.deletedMs = timeline.elapsed()
    if (over.includes(status)) campaign.stoppedMs = Math.min(campaign.stoppedMs, timeline.elapsed())
    if (!editable.includes(status)) return
    const isDraft = status === 'Rascunho'
    const notBefore = isDraft ? Number.POSITIVE_INFINITY : Date.parse(due ?? '')
    campaign.hour = { notBefore, fromMs: timeline.elapsed() }
    campaign.hourUnsure = false
    campaign.waitsMs = seenMs
  }

  /** Undoes a deletion, in time or too late. */
  async function undo(person: PersonModel): Promise<void> {
    const campaign = pick(person)
    if (!campaign) return
    const { era } = model
    const removedMs = timeline.elapsed()
    if (!(await remove(person, campaign))) return
    await pause(random.next() * random.pick([1_000, MINUTE_MS, UNDO_MS + 10_000]))
    for (let times = random.pick([1, 1, 2]); times > 0; times -= 1) {
      if (model.era === era) await bringBack(person, campaign, removedMs)
    }
  }

  async function bringBack(
    { apiKey }: PersonModel,
    campaign: CampaignModel,
    removedMs: number,
  ): Promise<void> {
    campaign.deletedMs = Number.POSITIVE_INFINITY
    campaign.maybeDeleted = true
    const answer = await program.call({ ...restore(campaign).call, apiKey })
    if (!isClear(answer)) return
    const refusal = refusalOf(answer)
    if (refusal === undefined) campaign.maybeDeleted = false
    if (refusal !== 'campaign_not_found') return
    campaign.deletedMs = timeline.elapsed()
    if (timeline.elapsed() - removedMs < UNDO_MS)
      broken(`${campaign.tag} cannot be brought back in time`)
  }

  /** @returns whether the campaign is certainly removed */
  async function remove({ apiKey }: PersonModel, campaign: CampaignModel): Promise<boolean> {
    const wasUnsure = campaign.maybeDeleted
    campaign.maybeDeleted = true
    const answer = await program.call({ ...removal(campaign).call, apiKey })
    if (answer?.status === 204) {
      campaign.deletedMs = timeline.elapsed()
      return true
    }
    if (isClear(answer) && answer.status !== 404) campaign.maybeDeleted = wasUnsure
    return false
  }

  /** Undefined where no clear answer comes. */
  async function read(
    { apiKey }: PersonModel,
    { id }: CampaignModel,
  ): Promise<Standing | undefined> {
    const answer = await program.call({ method: 'GET', path: `/api/campaigns/${id}`, apiKey })
    if (answer?.status === 404) return { name: '', status: '', due: null, isRemoved: true }
    if (answer?.status !== 200) return undefined
    const { name, status, data_de_envio: due } = Row.parse(answer.body)
    return { name, status, due, isRemoved: false }
  }

  /** The states that a campaign may reach by itself: its hour strikes, or it ends or is paused. */
  function drift(state: Standing): readonly Standing[] {
    const { status, due, isRemoved } = state
    const become = (...statuses: readonly string[]) =>
      [status, ...statuses].map((each) => ({ ...state, status: each }))
    if (isRemoved) return [state]
    if (status === 'Agendada' && isDue(due)) return become('Em Andamento', 'Pausada', ...over)
    if (status === 'Em Andamento') return become('Pausada', ...over)
    return status === 'Pausada' ? become('Não concluida') : [state]
  }

  /** Compares with the latest time that the wall clock has ever shown. */
  function isDue(due: string | null): boolean {
    return due !== null && Date.parse(due) <= timeline.latestSince(0)
  }

  function someAct(campaign: CampaignModel): Act {
    return random.pick([stop, suspend, resume, move, move, rename, draft, removal])(campaign)
  }

  function move(campaign: CampaignModel): Act {
    const at = timeline.now() + random.pick([0, 1, 1, 10, 200]) * MINUTE_MS
    const due = new Date(at).toISOString()
    return edit(campaign, { data_de_envio: due, status: 'Agendada' }, { due, status: 'Agendada' })
  }

  function rename(campaign: CampaignModel): Act {
    const name = `Campanha de ${campaign.owner} ${campaign.tag} ${random.between(0, 999)}`
    return edit(campaign, { name }, { name })
  }

  function draft(campaign: CampaignModel): Act {
    return edit(campaign, { status: 'Rascunho' }, { status: 'Rascunho' })
  }

  function edit({ id }: CampaignModel, body: unknown, made: Partial<Standing>): Act {
    return {
      what: JSON.stringify(made),
      call: { method: 'PATCH', path: `/api/campaigns/${id}`, body },
      done: (state) => (editable.includes(state.status) ? [{ ...state, ...made }] : []),
      // A campaign that is just beginning is locked already. Its device or its list may be gone.
      isUnfit: ({ status, due }, refusal) =>
        refusal !== 'campaign_locked' ||
        !editable.includes(status) ||
        (status === 'Agendada' && isDue(due)),
    }
  }

  function pick(person: PersonModel): CampaignModel | undefined {
    const some = [...person.campaigns.values()].slice(-5)
    return some.length === 0 ? undefined : random.pick(some)
  }
}

function stop({ id }: CampaignModel): Act {
  return {
    what: 'stop',
    call: { method: 'POST', path: `/api/campaigns/${id}/stop` },
    // A campaign that ends at the same moment is answered with its own end.
    done: (state) =>
      underWay.includes(state.status) ? over.map((status) => ({ ...state, status })) : [],
    isUnfit: ({ status }) => !underWay.includes(status),
  }
}

function suspend({ id }: CampaignModel): Act {
  return {
    what: 'pause',
    call: { method: 'POST', path: `/api/campaigns/${id}/pause` },
    done: (state) =>
      state.status === 'Em Andamento'
        ? ['Pausada', ...over].map((status) => ({ ...state, status }))
        : [],
    isUnfit: ({ status }) => status !== 'Em Andamento',
  }
}

function resume({ id }: CampaignModel): Act {
  return {
    what: 'resume',
    call: { method: 'POST', path: `/api/campaigns/${id}/resume` },
    done: (state) => (state.status === 'Pausada' ? [{ ...state, status: 'Em Andamento' }] : []),
    isUnfit: ({ status }) => status !== 'Pausada',
  }
}

function removal({ id }: CampaignModel): Act {
  return {
    what: 'delete',
    call: { method: 'DELETE', path: `/api/campaigns/${id}` },
    done: (state) => [{ ...state, isRemoved: true }],
    isUnfit: () => false,
  }
}

function restore({ id }: CampaignModel): Act {
  return {
    what: 'restore',
    call: { method: 'POST', path: `/api/campaigns/${id}/restore` },
    // A second undo finds the campaign there already.
    done: (state) => [{ ...state, isRemoved: false }],
    isUnfit: () => false,
  }
}

function went(act: Act, answer: NonNullable<Answer>, isLate: boolean): Went<Standing> {
  const refusal = refusalOf(answer)
  const isRestore = act.what === 'restore'
  const done = (state: Standing) => (state.isRemoved && !isRestore ? [] : act.done(state))
  const after = (state: Standing): readonly Standing[] => {
    if (refusal === 'storage_unavailable') return [state]
    if (refusal === 'campaign_not_found')
      return state.isRemoved && (!isRestore || isLate) ? [state] : []
    if (refusal === undefined) return done(state)
    if (state.isRemoved && !isRestore) return []
    return act.isUnfit(state, refusal) ? [state] : []
  }
  return { what: `${act.what} → ${refusal ?? answer.status}`, refusal, done, after }
}

function isSame(one: Standing, other: Standing): boolean {
  if (one.isRemoved || other.isRemoved) return one.isRemoved === other.isRemoved
  return one.name === other.name && one.status === other.status && one.due === other.due
}
