import { type ActNeeds, pauses } from './acts.ts'
import type { PersonModel } from './model.ts'

/**
 * An answer is kept under its key for a day of the wall clock; calls are repeated only for this
 * long.
 */
const PATIENCE_MS = 10 * 60 * 60_000
export const KEYWORD = 'preço'

/** What people do with single messages, and with what answers them. */
export function createMessageActs({ machine: { timeline }, program, model, random }: ActNeeds) {
  const pause = pauses(timeline)
  let serial = 0

  return { sendOne, setWebhook, setChatbot }

  /** Sends one message, and repeats the call up to three times under the same key. */
  async function sendOne(person: PersonModel): Promise<void> {
    const deviceId = [...person.devices].at(-1)
    if (deviceId === undefined) return
    serial += 1
    const tag = `${person.name}d${serial}x${random.between(0, 999_999)}`
    model.singles.add(tag)
    const to = `55119${random.between(10_000_000, 99_999_999)}`
    const text = `Oi! #${tag}#`
    const lastAt = timeline.now() + PATIENCE_MS
    const { era } = model
    const isPatient = () => timeline.now() < lastAt && model.era === era
    for (let tries = random.between(1, 4); tries > 0 && isPatient(); tries -= 1) {
      await program.call({
        method: 'POST',
        path: '/api/whatsapp/send',
        apiKey: person.apiKey,
        headers: { 'idempotency-key': tag },
        body: { deviceId, to, text },
      })
      // Repeats answered calls, too: a client may have lost the answer.
      await pause(random.next() * random.pick([10, 1_000, 60_000]))
    }
  }

  async function setWebhook(person: PersonModel): Promise<void> {
    const deviceId = [...person.devices].at(-1)
    if (deviceId === undefined) return
    const answer = await program.call({
      method: 'POST',
      path: `/gateway/webhook/set/${deviceId}`,
      apiKey: person.apiKey,
      body: { url: `http://${person.name}.exemplo.com.br/gancho`, events: ['MESSAGES_UPSERT'] },
    })
    if (answer?.status === 201 && !person.hooks.has(deviceId)) {
      person.hooks.set(deviceId, timeline.elapsed())
    }
  }

  async function setChatbot(person: PersonModel): Promise<void> {
    const deviceId = [...person.devices].at(-1)
    if (deviceId === undefined) return
    await program.call({
      method: 'POST',
      path: '/chatbots',
      apiKey: person.apiKey,
      body: {
        name: `Robô de ${person.name}`,
        instance_name: deviceId,
        keywords: [KEYWORD],
        reply: `Custa pouco. ${person.name}`,
      },
    })
  }
}
