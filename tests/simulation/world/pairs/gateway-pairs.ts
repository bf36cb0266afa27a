import { z } from 'zod'
import { OWN_GATEWAY_ID } from '../../../../src/contract/gateways/gateway.ts'
import type { ActNeeds } from '../acts.ts'
import type { PersonModel } from '../model.ts'
import { createTogether } from './together.ts'

const Webhook = z.object({ url: z.string(), events: z.array(z.string()) })
const Settings = z.object({ groupsIgnore: z.boolean() })
const Gateways = z.array(z.object({ id: z.string(), url: z.string() }))

/** Makes two calls at once on one instance of the gateway, or on registered gateways. */
export function createGatewayPairs(needs: ActNeeds & { readonly broken: (what: string) => void }) {
  const { machine, program, random, broken } = needs
  const together = createTogether(needs)

  return { setTwice, tend }

  /** Sets two webhooks, of which one stays whole, or a webhook and the instance's settings. */
  async function setTwice(person: PersonModel): Promise<void> {
    const deviceId = [...person.devices].at(-1)
    if (deviceId === undefined) return
    const { apiKey, name } = person
    const url = `http://${name}.exemplo.com.br/gancho`
    const one = { url, events: ['MESSAGES_UPSERT'] }
    const other = { url: `${url}2`, events: ['MESSAGES_UPSERT', 'QRCODE_UPDATED'] }
    const groupsIgnore = random.chance(0.5)
    const isBoth = random.chance(0.5)
    const post = { method: 'POST', apiKey } as const
    const webhook = { ...post, path: `/gateway/webhook/set/${deviceId}` }
    const settings = { ...post, path: `/gateway/settings/set/${deviceId}` }
    const { answers, isInTurn } = await together(
      { ...webhook, body: one },
      isBoth ? { ...webhook, body: other } : { ...settings, body: { groupsIgnore } },
    )
    if (answers.some((answer) => answer?.status !== 201)) return
    if (!person.hooks.has(deviceId)) person.hooks.set(deviceId, machine.timeline.elapsed())
    const found = await get(person, `/gateway/webhook/find/${deviceId}`)
    const set = JSON.stringify(Webhook.safeParse(found).data)
    const meant = isBoth ? (isInTurn ? [other] : [one, other]) : [one]
    if (found !== undefined && !meant.some((each) => JSON.stringify(each) === set))
      broken(`the webhook of ${deviceId} is ${set}`)
    const manner = isBoth ? undefined : await get(person, `/gateway/settings/find/${deviceId}`)
    if (manner !== undefined && Settings.parse(manner).groupsIgnore !== groupsIgnore)
      broken(`what ${deviceId} does with groups is not what was set`)
  }

  /** Adds two gateways at once, or removes one twice. */
  async function tend(person: PersonModel): Promise<void> {
    const { apiKey } = person
    const before = await list(person)
    const known = before?.at(random.between(0, 3))
    const url = `http://${person.name}.exemplo.com.br/${random.between(1, 999_999)}`
    const post = { method: 'POST', path: '/api/evolution', apiKey } as const
    const remove = { method: 'DELETE', path: `/api/evolution/${known?.id}`, apiKey } as const
    const made = (end: string) => ({ ...post, body: { url: `${url}${end}`, apikey: 'chave' } })
    const { answers } = await together(
      known ? remove : made('a'),
      known && random.chance(0.5) ? remove : made('b'),
    )
    const [first, second] = answers
    const after = await list(person)
    if (!after) return
    const [one, other] = [first, second].map((answer) => answer?.status)
    const has = (end: string) => after.some((each) => each.url === `${url}${end}`)
    if (known && one === 204 && other === 204) broken(`gateway ${known.id} was removed twice`)
    if (known && (one === 204 || other === 204) && after.some(({ id }) => id === known.id))
      broken(`gateway ${known.id} is back from its removal`)
    if (!known && one === 201 && !has('a')) broken(`${url}a was made and is not there`)
    if (other === 201 && !has('b')) broken(`${url}b was made and is not there`)
  }

  async function list(person: PersonModel) {
    const all = Gateways.safeParse(await get(person, '/api/evolution')).data
    return all?.filter(({ id }) => id !== OWN_GATEWAY_ID)
  }

  async function get({ apiKey }: PersonModel, path: string): Promise<unknown> {
    const answer = await program.call({ method: 'GET', path, apiKey })
    return answer?.status === 200 ? answer.body : undefined
  }
}
