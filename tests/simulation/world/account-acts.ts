import { z } from 'zod'
import { type ActNeeds, pauses } from './acts.ts'
import { forgetAccount, type PersonModel } from './model.ts'
import { isClear, refusalOf } from './pairs/orders.ts'
import { createTogether } from './pairs/together.ts'
import type { Answer } from './program.ts'

const Registered = z.object({ user: z.object({ apikey: z.string() }), token: z.string() })
const Renewed = z.object({ apikey: z.string() })
const Me = z.object({ user: z.object({ name: z.string(), apikey: z.string() }) })

const PASSWORD = 'segredo-de-teste'
/** Registrations that a person tries while their account is being removed. */
const TRIES_BESIDE = 3

/** What people do with their accounts. */
export function createAccountActs(needs: ActNeeds & { readonly broken: (what: string) => void }) {
  const { machine, program, model, random, broken } = needs
  const pause = pauses(machine.timeline)
  const together = createTogether(needs)

  return { enter, leave, changeTwice }

  /** Registers, or signs in where the answer to a registration was lost. */
  async function enter(person: PersonModel): Promise<void> {
    const { name, email } = person
    const body = { name, email, password: PASSWORD }
    const made = await program.call({ method: 'POST', path: '/auth/register', body })
    if (made?.status === 201 && person.leaving)
      forgetAccount(person, person.leaving, machine.timeline.elapsed())
    const isKnown = made && refusalOf(made) === 'email_taken'
    const again = isKnown
      ? await program.call({ method: 'POST', path: '/auth/login', body })
      : undefined
    takeKeys(person, made?.status === 201 ? made : again)
    // A sign-in that succeeds proves that the account is still there.
    if (again?.status === 200) stayed(person)
    if (person.apiKey !== '') person.leaving = undefined
    await tryPastKeys(person)
  }

  function stayed(person: PersonModel): void {
    for (const [campaign, wasUnsure] of person.leaving?.was ?? []) {
      campaign.maybeDeleted = wasUnsure
    }
    person.leaving = undefined
  }

  function takeKeys(person: PersonModel, answer: Answer): void {
    if (!answer || answer.status >= 300) return
    const { user, token } = Registered.parse(answer.body)
    Object.assign(person, { apiKey: user.apikey, token })
  }

  /**
   * Removes the account, and most often registers the same e-mail before the old account is gone.
   */
  async function leave(person: PersonModel): Promise<void> {
    const { apiKey, token, name, email } = person
    const was = new Map([...person.campaigns.values()].map((each) => [each, each.maybeDeleted]))
    for (const campaign of was.keys()) campaign.maybeDeleted = true
    person.leaving = { apiKey, token, was }
    const { era } = model
    let isOver = false
    const removing = program
      .call({
        method: 'POST',
        path: '/auth/delete',
        apiKey,
        body: { password: PASSWORD, confirmacao: 'EXCLUIR' },
      })
      .then((answer) => {
        isOver = true
        return answer
      })
    let made: Answer
    for (let tries = 0; tries < TRIES_BESIDE && !isOver && made?.status !== 201; tries += 1) {
      await pause(random.next() * random.pick([5, 50, 300]))
      if (isOver) break
      const body = { name, email, password: PASSWORD }
      made = await program.call({ method: 'POST', path: '/auth/register', body })
    }
    const removed = await removing
    // A backup put back meanwhile has forgotten the removal.
    if (model.era !== era) return
    const isRefused = isClear(removed) && refusalOf(removed) !== undefined
    if (removed?.status === 204 || made?.status === 201) {
      forgetAccount(person, { apiKey, token }, machine.timeline.elapsed())
      person.leaving = undefined
      if (isRefused) broken(`${name} has two accounts, or one that was refused its removal`)
    } else if (isRefused) {
      stayed(person)
      return
    }
    Object.assign(person, { apiKey: '', token: '' })
    takeKeys(person, made)
    await tryPastKeys(person)
  }

  /** Changes the name and renews the apikey at the same moment: both changes are kept. */
  async function changeTwice(person: PersonModel): Promise<void> {
    const { apiKey, token } = person
    const name = `${person.name} ${random.between(0, 999)}`
    const renewal = { method: 'POST', path: '/auth/apikey', apiKey } as const
    const change = { method: 'PATCH', path: '/auth/me', apiKey, body: { name } } as const
    // The change uses the apikey that is renewed beside it.
    const { answers } = await together(change, renewal)
    const [changed, renewed] = answers
    if (!isClear(renewed) || !isClear(changed)) {
      // The next sign-in returns the apikey that holds.
      person.apiKey = ''
      return
    }
    if (renewed.status === 200) {
      person.apiKey = Renewed.parse(renewed.body).apikey
      person.pastKeys = [...person.pastKeys, { apiKey }]
    }
    const headers = { authorization: `Bearer ${token}` }
    const me = await program.call({ method: 'GET', path: '/auth/me', headers })
    if (me?.status !== 200) return
    const { user } = Me.parse(me.body)
    if (changed.status === 200 && user.name !== name) broken(`${name} is called ${user.name}`)
    if (user.apikey !== person.apiKey) broken(`${name} has another apikey than was answered`)
    await tryPastKeys(person)
  }

  /** Checks that the keys of a removed account open nothing. */
  async function tryPastKeys({ name, pastKeys }: PersonModel): Promise<void> {
    for (const { apiKey, token } of pastKeys.slice(-2)) {
      const tries = [
        ...(apiKey === undefined ? [] : [{ apikey: apiKey }]),
        ...(token === undefined ? [] : [{ authorization: `Bearer ${token}` }]),
      ]
      for (const headers of tries) {
        const answer = await program.call({ method: 'GET', path: '/auth/me', headers })
        if (answer && answer.status < 400) broken(`${name} gets in with what is no more`)
      }
    }
  }
}
