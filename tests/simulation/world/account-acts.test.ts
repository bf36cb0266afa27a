import { expect, test } from 'vitest'
import { createDisk } from '../machine/disk.ts'
import type { Machine } from '../machine/machine.ts'
import { createRandom } from '../machine/random.ts'
import { createTimeline, world } from '../machine/timeline.ts'
import { createAccountActs } from './account-acts.ts'
import {
  type CampaignModel,
  createModel,
  keepPromises,
  newCampaign,
  newPerson,
  type PersonModel,
} from './model.ts'
import type { Answer, Call } from './program.ts'
import { createReceivers } from './receivers.ts'
import { createWhatsapp } from './whatsapp.ts'

const entered = { user: { apikey: 'chave' }, token: 'senha' }

/**
 * Prepares a person with an account and one campaign, and a program that answers as a test says.
 */
function prepare() {
  const timeline = createTimeline()
  const random = createRandom(1)
  const machine: Machine = {
    timeline,
    random,
    disk: createDisk({ timeline, random }),
    whatsapp: createWhatsapp({ timeline, random }),
    receivers: createReceivers({ timeline, random }),
    process: world,
    app: undefined,
    isQuiet: false,
  }
  const model = createModel()
  const person: PersonModel = { ...newPerson('pessoa1'), apiKey: 'chave', token: 'senha' }
  const campaign: CampaignModel = newCampaign({
    ...{ owner: person.name, id: '1', tag: 'pessoa1c0x0', deviceId: '5511900000100' },
    list: { phones: [], ever: new Set(), isRotten: false },
    ...{ intervalMs: 0, hours: null, phones: [], hour: { notBefore: 0, fromMs: 0 } },
  })
  person.campaigns.set(campaign.id, campaign)
  model.people.push(person)

  let answers: Readonly<Record<string, Answer>> = {}
  const program = {
    start: async () => true,
    kill: () => undefined,
    cutPower: () => undefined,
    stop: async () => undefined,
    isUp: () => true,
    call: async ({ path }: Call) => answers[path],
  }
  const broken = (what: string) => {
    throw new Error(what)
  }
  const accounts = createAccountActs({ machine, program, model, random, broken })

  return { timeline, model, person, campaign, enter, leave }

  async function enter(given: Readonly<Record<string, Answer>>): Promise<void> {
    answers = given
    await accounts.enter(person)
    answers = {}
  }

  /**
   * Asks a dead program, which gives no answer, to remove the account.
   * @param meanwhile is done once the removal was asked for, and before the person gives it up
   */
  async function leave<Result>(meanwhile: () => Result): Promise<Result> {
    const leaving = accounts.leave(person)
    const result = meanwhile()
    let goesOn = true
    while (goesOn) goesOn = await timeline.step(timeline.elapsed() + 1_000)
    await leaving
    return result
  }
}

const signsIn = {
  '/auth/register': { status: 409, body: { code: 'email_taken' } },
  '/auth/login': { status: 200, body: entered },
}
const registers = { '/auth/register': { status: 201, body: entered } }

test('a removal that was asked for after a backup says nothing of the campaigns that it brings back', async () => {
  const { timeline, model, campaign, enter, leave } = prepare()
  Object.assign(campaign, { deletedMs: 0, maybeDeleted: true })
  const putBack = keepPromises(model, new Set())
  Object.assign(campaign, { deletedMs: Number.POSITIVE_INFINITY, maybeDeleted: false })

  await leave(() => undefined)
  putBack(timeline.elapsed())
  await enter(signsIn)

  expect(campaign).toMatchObject({ deletedMs: 0, maybeDeleted: true })
})

test('a removal that was under way in a backup is so again, until signing in says what became of it', async () => {
  const { timeline, model, person, enter, leave } = prepare()
  const putBack = await leave(() => keepPromises(model, new Set()))
  await enter(signsIn)
  expect([...person.campaigns.keys()]).toEqual(['1'])

  putBack(timeline.elapsed())
  expect(person.apiKey).toBe('')
  await enter(registers)

  expect(person.apiKey).toBe('chave')
  expect([...person.gone.keys()]).toEqual(['1'])
  expect([...person.campaigns.keys()]).toEqual([])
})
