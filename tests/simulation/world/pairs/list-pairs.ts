import { z } from 'zod'
import { type ActNeeds, pauses } from '../acts.ts'
import type { ListModel, PersonModel } from '../model.ts'
import type { Answer, Call } from '../program.ts'
import { isClear, isOneOfTwoOrders, refusalOf, type Went } from './orders.ts'
import { createTogether } from './together.ts'

const List = z.object({ contatos: z.string() })
const People = z.array(z.object({ phone: z.string() }))

/** The phones of a list; null: the list is removed. */
type Standing = readonly string[] | null

type Act = {
  readonly what: string
  readonly call: Pick<Call, 'method' | 'path' | 'body'>
  readonly done: (phones: Standing, was: Standing) => Standing
}

/** Makes two calls at once on one list of contacts. */
export function createListPairs(needs: ActNeeds & { readonly broken: (what: string) => void }) {
  const { machine, program, model, random, broken } = needs
  const pause = pauses(machine.timeline)
  const together = createTogether(needs)

  return { act, undo }

  async function act(person: PersonModel): Promise<void> {
    const { id, list } = pick(person)
    if (!list || list.isRotten) return
    const before = await read(person, id)
    if (!before) return
    const [one, other] = [someAct(id), someAct(id)]
    for (const { body } of [one.call, other.call])
      for (const phone of phonesIn(body)) list.ever.add(phone)
    const { apiKey } = person
    const { answers, isInTurn } = await together({ ...one.call, apiKey }, { ...other.call, apiKey })
    const [first, second] = answers
    if (!isClear(first) || !isClear(second)) return
    const seen = await read(person, id)
    if (seen === undefined || list.isRotten) return
    const calls = [went(one, first, before), went(other, second, before)] as const
    const pair = { before, seen, calls, isInTurn, drift: (state: Standing) => [state], isSame }
    if (!isOneOfTwoOrders(pair)) {
      const told = calls.map(({ what }) => what).join(' and ')
      broken(`list ${id} of ${before.length} has ${seen?.length ?? 'gone'} after ${told}`)
    }
    if (seen) list.phones = seen
    else person.lists.delete(id)
  }

  /** Undoes a deletion in time. */
  async function undo(person: PersonModel): Promise<void> {
    const { id, list } = pick(person)
    if (!list || list.isRotten) return
    const before = await read(person, id)
    if (!before) return
    const { era } = model
    const removedMs = machine.timeline.elapsed()
    const { apiKey } = person
    const removed = await program.call({ ...removal(id).call, apiKey })
    if (removed?.status !== 204) return
    await pause(random.next() * random.pick([1_000, 90_000]))
    if (model.era !== era) return
    const answer = await program.call({ ...restore(id).call, apiKey })
    const isInTime = machine.timeline.elapsed() - removedMs < 120_000
    if (answer?.status === 404 && isInTime) broken(`list ${id} cannot be brought back in time`)
    if (answer?.status !== 204) return
    const seen = await read(person, id)
    if (seen !== undefined && !list.isRotten && !isSame(before, seen))
      broken(`list ${id} of ${before.length} came back with ${seen?.length ?? 'nobody'}`)
  }

  function pick({ lists }: PersonModel): { readonly id: string; readonly list?: ListModel } {
    const [id, list] = lists.size === 0 ? [''] : random.pick([...lists])
    return { id, ...(list && { list }) }
  }

  /** Undefined where no clear answer comes, or the disk has lost a part of the list. */
  async function read({ apiKey }: PersonModel, id: string): Promise<Standing | undefined> {
    const answer = await program.call({ method: 'GET', path: `/api/contacts/${id}`, apiKey })
    if (answer?.status === 404) return null
    if (answer?.status !== 200) return undefined
    const people = People.parse(JSON.parse(List.parse(answer.body).contatos))
    return people.map(({ phone }) => phone.replace(/^\+/, ''))
  }

  function someAct(id: string): Act {
    return random.pick([grow, grow, grow, removal, restore])(id)
  }

  function grow(id: string): Act {
    const phones = Array.from(
      { length: random.between(1, 4) },
      () => `55119${random.between(10_000_000, 99_999_999)}`,
    )
    const contatos = phones.map((phone) => ({ name: 'Pessoa a mais', phone }))
    return {
      what: `${phones.length} more`,
      call: { method: 'PATCH', path: `/api/contacts/${id}`, body: { contatos } },
      done: (state) => state && [...state, ...phones],
    }
  }
}

function removal(id: string): Act {
  return {
    what: 'delete',
    call: { method: 'DELETE', path: `/api/contacts/${id}?force=true` },
    done: () => null,
  }
}

function restore(id: string): Act {
  return {
    what: 'restore',
    call: { method: 'POST', path: `/api/contacts/${id}/restore` },
    // A second undo finds the list there already.
    done: (state, was) => state ?? was,
  }
}

const Grown = z.object({ contatos: People })

function phonesIn(body: unknown): readonly string[] {
  return Grown.safeParse(body).data?.contatos.map(({ phone }) => phone) ?? []
}

function went(act: Act, answer: NonNullable<Answer>, was: Standing): Went<Standing> {
  const refusal = refusalOf(answer)
  const done = (state: Standing) =>
    state === null && act.what !== 'restore' ? [] : [act.done(state, was)]
  const after = (state: Standing): readonly Standing[] => {
    if (refusal === undefined) return done(state)
    const isFit = refusal === 'storage_unavailable' || (refusal === 'list_not_found' && !state)
    return isFit ? [state] : []
  }
  return { what: `${act.what} → ${refusal ?? answer.status}`, refusal, done, after }
}

function isSame(one: Standing, other: Standing): boolean {
  return String(one?.toSorted() ?? 'gone') === String(other?.toSorted() ?? 'gone')
}
