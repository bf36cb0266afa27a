import { type ActNeeds, pickFrom } from './acts.ts'
import type { PersonModel } from './model.ts'

/** Opts contacts out of all campaigns of a person, and in again. */
export function createOptOutActs({ machine: { timeline }, program, random }: ActNeeds) {
  return { add, remove }

  async function add(person: PersonModel): Promise<void> {
    const list = pickFrom(random, person.lists)?.value
    if (!list || list.phones.length === 0) return
    const phone = random.pick(list.phones)
    // Noted before the call: without an answer either may hold.
    person.everOut.add(phone)
    const answer = await program.call({
      method: 'POST',
      path: '/api/optouts',
      apiKey: person.apiKey,
      body: { phone: `+${phone}` },
    })
    if (answer && answer.status < 300) person.out.set(phone, timeline.elapsed())
  }

  async function remove(person: PersonModel): Promise<void> {
    const phone = pickFrom(random, person.out)?.key
    if (phone === undefined) return
    person.out.delete(phone)
    const path = `/api/optouts/${phone}`
    await program.call({ method: 'DELETE', path, apiKey: person.apiKey })
  }
}
